// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <compare>
#include <cstdint>
#include <map>

#include "bpf/abi/page_cache_events.h"
#include "bpf/abi/process_events.h"
#include "recording/record_block.h"

namespace wbtrace::recording {

/// What records told of names, for a recording of which only the last part is kept: the part may
/// begin after them. Bounded; beyond that names are unknown.
class NameKeeper {
public:
    void note(const wb_file_seen& record);
    void note(const wb_cgroup_made& record);
    [[nodiscard]] RecordBlock block() const;

private:
    struct File {
        std::uint64_t inode;
        std::uint32_t dev, generation;
        auto operator<=>(const File&) const = default;
    };
    std::map<File, wb_file_seen> files_;
    std::map<std::uint64_t, wb_cgroup_made> cgroups_;  // by id
};

}  // namespace wbtrace::recording
