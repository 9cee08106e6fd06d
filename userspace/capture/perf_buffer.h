// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/result.h"
#include "base/unique_fd.h"

struct perf_event_attr;
struct perf_event_mmap_page;

namespace wbtrace::capture {

/// A perf event of one CPU, for all tasks. Invalid, with errno, when it cannot be had.
UniqueFd open_perf_event(perf_event_attr attributes, int cpu);

/// CPUs that are on line, by number.
std::vector<int> online_cpus();

/// The buffer that the kernel writes the records of a perf event into.
class PerfBuffer {
public:
    /// `pages`: a power of two.
    static Result<PerfBuffer> map(UniqueFd event, std::size_t pages);
    PerfBuffer(PerfBuffer&& other) noexcept;
    PerfBuffer& operator=(PerfBuffer&&) = delete;
    ~PerfBuffer();

    [[nodiscard]] int fd() const { return event_.get(); }

    using Take = std::function<void(std::span<const std::byte> record)>;
    /// Hands on every whole record that is there, header included.
    void read(const Take& take);

private:
    PerfBuffer(UniqueFd event, void* memory, std::size_t bytes, std::size_t page);

    UniqueFd event_;
    void* memory_;
    std::size_t bytes_;  // of the mapping: a page that describes, and the data
    std::size_t page_;
    std::vector<std::byte> wrapped_;  // a record that goes over the end of the data
};

}  // namespace wbtrace::capture
