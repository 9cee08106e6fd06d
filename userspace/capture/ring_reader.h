// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/result.h"

namespace wbtrace::pipeline {
class BatchQueue;
}

namespace wbtrace::capture {

/// The thread that empties the ring buffers: it copies records into batches and hands
/// them on, nothing else. It looks by the clock, the more often the smaller the rings are:
/// the kernel side wakes nobody.
class RingReader {
public:
    /// The queue must outlive the reader.
    static Result<RingReader> start(const std::vector<int>& rings, std::size_t ring_bytes,
                                    pipeline::BatchQueue& queue);
    RingReader(RingReader&&) noexcept;
    ~RingReader();

    /// Reads what is still in the rings and ends the thread. Returns its CPU time in ns.
    std::uint64_t finish();

private:
    struct Parts;
    explicit RingReader(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> parts_;
};

}  // namespace wbtrace::capture
