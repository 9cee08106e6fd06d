// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Which files of the scope still have pages to write. The kernel's table is walked once;
// later only those that were still dirty are asked about.
#include <algorithm>

#include "capture/session_parts.h"

namespace wbtrace::capture {

namespace {

std::vector<InodeKey> all_keys(int table) {
    std::vector<InodeKey> keys;
    InodeKey key{};
    const InodeKey* previous = nullptr;
    while (bpf_map_get_next_key(table, previous, &key) == 0) {
        keys.push_back(key);
        previous = &keys.back();
        if (keys.size() == keys.capacity()) {
            // push_back will move the keys: the next call needs one that stays.
            keys.reserve(keys.capacity() * 2);
            previous = &keys.back();
        }
        if (keys.size() > 300'000) break;  // the table changes under us: enough for one look
    }
    return keys;
}

bool still_dirty(int program, const InodeKey& key) {
    __u64 arguments[2] = {key.inode, key.dev | static_cast<__u64>(key.generation) << 32};
    LIBBPF_OPTS(bpf_test_run_opts, run);
    run.ctx_in = arguments;
    run.ctx_size_in = sizeof arguments;
    return bpf_prog_test_run_opts(program, &run) == 0 && run.retval == 1;
}

}  // namespace

std::optional<std::uint64_t> Session::unsettled_files() {
    if (!parts_->dirtying_followed) return std::nullopt;
    const auto& skeleton = *parts_->loaded.skeleton;
    const int program = bpf_program__fd(skeleton.progs.is_dirty_in_scope);
    auto& dirty = parts_->dirty;
    if (dirty.empty()) dirty = all_keys(bpf_map__fd(skeleton.maps.dirtiers));
    dirty.erase(std::remove_if(dirty.begin(), dirty.end(),
                               [&](const InodeKey& key) { return !still_dirty(program, key); }),
                dirty.end());
    return dirty.size();
}

}  // namespace wbtrace::capture
