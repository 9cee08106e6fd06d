// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "plan/axis_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/byte_size.h"
#include "base/printable.h"

namespace wbtrace::plan {

namespace {

constexpr unsigned most_devices = 32;
constexpr std::size_t longest_name = 64;

struct Level {
    std::string_view word;
    unsigned least;  ///< devices
};

constexpr Level md_levels[] = {{"raid0", 2}, {"raid1", 2}, {"raid4", 3},
                               {"raid5", 3}, {"raid6", 4}, {"raid10", 2}};
constexpr Level btrfs_profiles[] = {{"single", 1},  {"raid0", 2}, {"raid1", 2}, {"raid1c3", 3},
                                    {"raid1c4", 4}, {"raid5", 2}, {"raid6", 3}, {"raid10", 2}};

constexpr std::string_view layout_examples =
    "write single, jbod:2, raid0:2, raid1:2, raid5:3, raid6:4, raid10f2:4 or btrfs-raid1:2";

std::optional<unsigned> number_from(std::string_view text) {
    unsigned value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

template <std::size_t count>
const Level* level_named(const Level (&levels)[count], std::string_view word) {
    for (const Level& level : levels)
        if (level.word == word) return &level;
    return nullptr;
}

/// "n2", "f2", "o2": how many copies, and where they are.
bool is_arrangement(std::string_view word) {
    return word.size() == 2 && std::string_view("nfo").find(word[0]) != word.npos &&
           word[1] >= '2' && word[1] <= '9';
}

/// Fills in all but the number of devices; null when there is no such layout.
const Level* level_of(std::string_view name, Layout& layout) {
    static constexpr Level jbod{"jbod", 1};
    if (name == jbod.word) {
        layout.kind = Layout::Kind::jbod;
        return &jbod;
    }
    if (name.starts_with("btrfs-")) {
        layout.kind = Layout::Kind::btrfs;
        layout.level = name.substr(6);
        return level_named(btrfs_profiles, layout.level);
    }
    layout.kind = Layout::Kind::md;
    constexpr std::string_view ten = "raid10";
    layout.level = name.substr(0, name.starts_with(ten) ? ten.size() : name.npos);
    if (layout.level == ten)
        layout.arrangement = name.size() == ten.size() ? "n2" : name.substr(ten.size());
    if (!layout.arrangement.empty() && !is_arrangement(layout.arrangement)) return nullptr;
    return level_named(md_levels, layout.level);
}

}  // namespace

Result<Layout> layout_from(std::string_view word) {
    Layout layout;
    layout.word = word;
    if (word == "single") return layout;
    const auto colon = word.find(':');
    const Level* level = level_of(word.substr(0, colon), layout);
    if (level == nullptr)
        return fail(fmt::format("'{}' is no layout", brief(word)), std::string(layout_examples));
    const auto devices = colon == word.npos ? std::nullopt : number_from(word.substr(colon + 1));
    if (!devices)
        return fail(fmt::format("layout '{}' does not say of how many devices", brief(word)),
                    fmt::format("write {}:{}", word.substr(0, colon), level->least));
    const unsigned copies =
        layout.arrangement.empty() ? 0 : static_cast<unsigned>(layout.arrangement[1] - '0');
    const unsigned least = std::max(level->least, copies);
    if (*devices < least || *devices > most_devices)
        return fail(fmt::format("layout '{}' is not for {} devices", brief(word), *devices),
                    fmt::format("give {} to {}", least, most_devices));
    layout.devices = *devices;
    return layout;
}

Result<Dirty> dirty_from(std::string_view word) {
    constexpr std::uint64_t least = 8192;  // two pages: the kernel refuses less
    const auto colon = word.find(':');
    const auto bytes = parse_byte_size(word.substr(0, colon));
    auto background = bytes ? std::optional(*bytes / 2) : std::nullopt;
    if (colon != word.npos) background = parse_byte_size(word.substr(colon + 1));
    if (!bytes || !background)
        return fail(fmt::format("dirty '{}' is no size", brief(word)),
                    "write 100M, or 1000M:990M with the background limit");
    if (*bytes < least || *background == 0)
        return fail(fmt::format("dirty '{}' is too small", brief(word)), "give at least 8K");
    if (*background >= *bytes)
        return fail(fmt::format("dirty '{}': the background limit is not below", brief(word)),
                    "the kernel would take half of the first number instead");
    return Dirty{std::string(word), *bytes, *background};
}

bool is_kernel_name(std::string_view word) {
    constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyz0123456789_";
    return !word.empty() && word.size() <= longest_name &&
           word.find_first_not_of(allowed) == word.npos;
}

Result<void> check_name(std::string_view word) {
    constexpr std::string_view allowed =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._:+=,@~%-";
    const bool good = !word.empty() && word.size() <= longest_name && word[0] != '.' &&
                      word[0] != '-' && word.find_first_not_of(allowed) == word.npos;
    if (good) return {};
    return fail(fmt::format("'{}' can be no part of a folder's name", brief(word)),
                "use letters, digits and ._:+=,@~%- and at most 64 of them");
}

}  // namespace wbtrace::plan
