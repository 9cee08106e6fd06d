// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "capture/skeleton.h"

namespace wbtrace::capture {

/// All entries of a hash map, in few system calls. What is changed meanwhile is there as it was
/// before or after, or half changed.
template <typename Key, typename Value>
std::vector<std::pair<Key, Value>> entries_of(const bpf_map* map) {
    std::vector<std::pair<Key, Value>> entries;
    const __u32 most = bpf_map__max_entries(map);
    std::vector<Key> keys(most);
    std::vector<Value> values(most);
    __u32 place = 0;  // the kernel's own: which bucket is next
    for (const __u32* from = nullptr;; from = &place) {
        __u32 count = most;
        __u32 next = 0;
        const int error = bpf_map_lookup_batch(bpf_map__fd(map), const_cast<__u32*>(from), &next,
                                               keys.data(), values.data(), &count, nullptr);
        if (error != 0 && errno != ENOENT) break;
        for (__u32 i = 0; i < count; ++i) entries.emplace_back(keys[i], values[i]);
        if (error != 0) break;  // that was the last bucket
        place = next;
    }
    return entries;
}

/// How many entries a hash map of any kind has, in few system calls; empty: the kernel does not
/// tell.
inline std::optional<std::uint64_t> count_entries(const bpf_map* map) {
    constexpr __u32 at_once = 4096;
    std::vector<char> keys(std::size_t{at_once} * bpf_map__key_size(map));
    std::vector<char> values(std::size_t{at_once} * bpf_map__value_size(map));
    std::uint64_t entries = 0;
    __u32 place = 0;
    for (__u32* from = nullptr;; from = &place) {
        __u32 count = at_once;
        __u32 next = 0;
        const int error = bpf_map_lookup_batch(bpf_map__fd(map), from, &next, keys.data(),
                                               values.data(), &count, nullptr);
        if (error != 0 && errno != ENOENT) return std::nullopt;
        entries += count;
        if (error != 0) return entries;
        place = next;
    }
}

/// Those of a wb_stack or wb_user_stack.
template <typename Stack>
std::vector<std::uint64_t> frames_of(const Stack& stack) {
    const auto* end = std::find(std::begin(stack.frames), std::end(stack.frames), __u64{0});
    return {std::begin(stack.frames), end};
}

}  // namespace wbtrace::capture
