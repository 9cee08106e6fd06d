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

/// All of a hash map, `keys` and `values` holding at most so many at once: `use` is told how many
/// there are each time. Returns whether the kernel gave all of them.
template <typename Use>
bool for_each_batch(const bpf_map* map, __u32 at_once, void* keys, void* values, Use use) {
    __u32 place = 0;  // the kernel's own: which bucket is next
    for (__u32* from = nullptr;; from = &place) {
        __u32 count = at_once;
        __u32 next = 0;
        const int error =
            bpf_map_lookup_batch(bpf_map__fd(map), from, &next, keys, values, &count, nullptr);
        if (error != 0 && errno != ENOENT) return false;
        use(count);
        if (error != 0) return true;  // that was the last bucket
        place = next;
    }
}

/// All entries of a hash map, in few system calls. What is changed meanwhile is there as it was
/// before or after, or half changed.
template <typename Key, typename Value>
std::vector<std::pair<Key, Value>> entries_of(const bpf_map* map) {
    std::vector<std::pair<Key, Value>> entries;
    const __u32 most = bpf_map__max_entries(map);
    std::vector<Key> keys(most);
    std::vector<Value> values(most);
    for_each_batch(map, most, keys.data(), values.data(), [&](__u32 count) {
        for (__u32 i = 0; i < count; ++i) entries.emplace_back(keys[i], values[i]);
    });
    return entries;
}

/// How many entries a hash map of any kind has; empty: the kernel does not tell.
inline std::optional<std::uint64_t> count_entries(const bpf_map* map) {
    constexpr __u32 at_once = 4096;
    std::vector<char> keys(std::size_t{at_once} * bpf_map__key_size(map));
    std::vector<char> values(std::size_t{at_once} * bpf_map__value_size(map));
    std::uint64_t entries = 0;
    const bool whole = for_each_batch(map, at_once, keys.data(), values.data(),
                                      [&](__u32 count) { entries += count; });
    return whole ? std::optional(entries) : std::nullopt;
}

/// Those of a wb_stack or wb_user_stack.
template <typename Stack>
std::vector<std::uint64_t> frames_of(const Stack& stack) {
    const auto* end = std::find(std::begin(stack.frames), std::end(stack.frames), __u64{0});
    return {std::begin(stack.frames), end};
}

}  // namespace wbtrace::capture
