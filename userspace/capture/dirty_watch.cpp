// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Which files of the scope still have pages to write. The kernel's table is walked once; later
// only those are asked about that were not yet seen clean, and only up to the first dirty one:
// all looks together cost one question a file, and one more each.
#include <algorithm>
#include <iterator>

#include "capture/session_parts.h"
#include "host/mount_table.h"

namespace wbtrace::capture {

namespace {

bool is_over(Session::Deadline until) { return std::chrono::steady_clock::now() >= until; }

/// Empty when there was no time for all of them.
std::optional<std::vector<InodeKey>> all_keys(int table, Session::Deadline until) {
    std::vector<InodeKey> keys;
    InodeKey key{};
    while (bpf_map_get_next_key(table, keys.empty() ? nullptr : &keys.back(), &key) == 0) {
        keys.push_back(key);
        if (keys.size() > 300'000) break;  // the table changes under us: enough for one look
        if (keys.size() % 256 == 0 && is_over(until)) return std::nullopt;
    }
    return keys;
}

/// The node of a mounted device: its pages are the file system's own blocks, which everybody
/// who uses it dirties again and again, so that nobody can wait for them.
bool holds_metadata(const InodeKey& key, const host::MountTable& mounts) {
    const bool may_be_node = key.dev >> 20 == 0 && mounts.by_dev(key.dev) == nullptr;
    return may_be_node && key.inode <= UINT32_MAX &&
           mounts.by_dev(static_cast<host::KernelDev>(key.inode)) != nullptr;
}

bool still_dirty(int program, const InodeKey& key) {
    __u64 arguments[2] = {key.inode, key.dev | static_cast<__u64>(key.generation) << 32};
    LIBBPF_OPTS(bpf_test_run_opts, run);
    run.ctx_in = arguments;
    run.ctx_size_in = sizeof arguments;
    return bpf_prog_test_run_opts(program, &run) == 0 && run.retval == 1;
}

}  // namespace

std::optional<bool> Session::has_unsettled_files(Deadline until) {
    if (!parts_->dirtying_followed) return std::nullopt;
    const auto& skeleton = *parts_->loaded.skeleton;
    const int program = bpf_program__fd(skeleton.progs.is_dirty_in_scope);
    auto& left = parts_->not_seen_clean;
    if (left.empty()) {
        auto keys = all_keys(bpf_map__fd(skeleton.maps.dirtiers), until);
        if (!keys) return true;
        const auto mounts = host::MountTable::read("");
        std::copy_if(keys->begin(), keys->end(), std::back_inserter(left),
                     [&](const InodeKey& key) { return !holds_metadata(key, mounts); });
    }
    while (!left.empty() && !still_dirty(program, left.back())) {
        left.pop_back();
        if (is_over(until)) break;
    }
    return !left.empty();
}

UnsettledFiles Session::unsettled_files(Deadline until) {
    UnsettledFiles files;
    const int program = bpf_program__fd(parts_->loaded.skeleton->progs.is_dirty_in_scope);
    auto& left = parts_->not_seen_clean;
    left.erase(std::remove_if(left.begin(), left.end(),
                              [&](const InodeKey& key) {
                                  return !is_over(until) && !still_dirty(program, key);
                              }),
               left.end());
    files.count = left.size();
    if (!left.empty()) files.example = DirtyFile{left.front().dev, left.front().inode};
    return files;
}

}  // namespace wbtrace::capture
