// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "recording/name_keeper.h"

#include "bpf/abi/event_list.h"
#include "recording/format.h"

namespace wbtrace::recording {

namespace {

// As many files as a report can name; together they fit into one chunk.
constexpr std::size_t most_files = 16384;
constexpr std::size_t most_cgroups = 4096;

}  // namespace

void NameKeeper::note(const wb_file_seen& record) {
    const File file{record.inode, record.inode_dev, record.generation};
    if (files_.size() < most_files || files_.count(file) != 0) files_[file] = record;
}

void NameKeeper::note(const wb_cgroup_made& record) {
    if (cgroups_.size() < most_cgroups || cgroups_.count(record.id) != 0)
        cgroups_[record.id] = record;
}

RecordBlock NameKeeper::block() const {
    RecordBlock block;
    for (const auto& [key, record] : files_) block.add(WB_EVENT_FILE_SEEN, bytes_of(record));
    for (const auto& [key, record] : cgroups_) block.add(WB_EVENT_CGROUP_MADE, bytes_of(record));
    return block;
}

}  // namespace wbtrace::recording
