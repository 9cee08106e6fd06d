// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <fmt/format.h>

#include <set>
#include <utility>

#include "base/printable.h"
#include "plan/axis_words.h"
#include "plan/plan_sections.h"

namespace wbtrace::plan {

namespace {

constexpr std::string_view axis_keys[] = {"fs",        "writers", "dirty",     "layout",
                                          "scheduler", "queue",   "block_size"};
constexpr std::string_view fs_keys[] = {"name", "type", "mkfs", "mount"};

/// The error of a word, with its line in front.
tl::unexpected<Error> refuse_word(const Section& section, unsigned line, const Error& error) {
    return section.refuse(line, error.what, error.remedy);
}

Result<void> check_word(const Section& section, const Word& word) {
    if (auto good = check_name(word.text); !good)
        return refuse_word(section, word.line, good.error());
    return {};
}

template <typename Value>
Result<void> read_words(const Section& section, std::string_view key,
                        Result<Value> (*from)(std::string_view), std::vector<Value>& to) {
    const auto words = section.words(key);
    if (!words) return tl::unexpected(words.error());
    for (const Word& word : *words) {
        if (auto good = check_word(section, word); !good) return good;
        auto value = from(word.text);
        if (!value) return refuse_word(section, word.line, value.error());
        to.push_back(std::move(*value));
    }
    return {};
}

Result<void> read_numbers(const Section& section, std::string_view key, Range range,
                          std::vector<unsigned>& to) {
    const auto words = section.words(key);
    if (!words) return tl::unexpected(words.error());
    std::set<std::uint64_t> seen;
    for (const Word& word : *words) {
        const auto value = section.number_in(word, key, range);
        if (!value) return tl::unexpected(value.error());
        if (!seen.insert(*value).second)
            return section.refuse(word.line, fmt::format("'{}' has {} twice", key, *value));
        to.push_back(static_cast<unsigned>(*value));
    }
    return {};
}

Result<FileSystem> fs_in(const Section& table, unsigned line) {
    if (auto known = table.check_keys(fs_keys); !known) return tl::unexpected(known.error());
    const auto name = table.word("name");
    const auto type = table.word("type");
    const auto mount = table.word("mount");
    auto mkfs = table.texts("mkfs");
    for (const auto* word : {&name, &type, &mount})
        if (!*word) return tl::unexpected(word->error());
    if (!mkfs) return tl::unexpected(mkfs.error());
    if (!*name && !*type)
        return table.refuse(
            line, "the file system has neither a name nor a type",
            R"(write it like {name = "noatime", type = "ext4", mount = "noatime"})");
    FileSystem fs;
    fs.word = *name ? (*name)->text : (*type)->text;
    fs.type = *type ? (*type)->text : (*name)->text;
    fs.mkfs_options = std::move(*mkfs);
    fs.mount_options = *mount ? (*mount)->text : "";
    if (fs.type == "raw" && (!fs.mkfs_options.empty() || !fs.mount_options.empty()))
        return table.refuse(line, "raw has no file system that options could be for",
                            "leave out mkfs and mount");
    return fs;
}

Result<void> read_file_systems(const Section& section, Axes& axes) {
    const auto entries = section.entries("fs");
    if (!entries) return tl::unexpected(entries.error());
    std::set<std::string> seen;
    for (const auto& entry : *entries) {
        auto fs = entry.word ? FileSystem{entry.word->text, entry.word->text}
                             : fs_in(*entry.table, entry.line);
        if (!fs) return tl::unexpected(fs.error());
        for (const auto& word : {fs->word, fs->type})
            if (auto good = check_word(section, {word, entry.line}); !good) return good;
        if (!seen.insert(fs->word).second)
            return section.refuse(entry.line, fmt::format("'fs' has {} twice", brief(fs->word)),
                                  "give one of them a name of its own");
        axes.file_systems.push_back(std::move(*fs));
    }
    return {};
}

Result<void> add_queue_axis(const Section& section, const std::string& key,
                            const std::string& setting, Axes& axes) {
    const auto words = section.words(key);
    if (!words) return tl::unexpected(words.error());
    std::vector<QueueSetting> settings;
    for (const Word& word : *words) {
        if (auto good = check_word(section, word); !good) return good;
        settings.push_back({setting, word.text});
    }
    if (!settings.empty()) axes.queue.push_back(std::move(settings));
    return {};
}

Result<void> read_queue(const Section& section, Axes& axes) {
    if (auto read = add_queue_axis(section, "scheduler", "scheduler", axes); !read) return read;
    const auto queue = section.section("queue");
    if (!queue) return tl::unexpected(queue.error());
    if (!*queue) return {};
    for (const Word& key : (*queue)->keys()) {
        if (!is_kernel_name(key.text) || key.text == "scheduler")
            return section.refuse(
                key.line, fmt::format("'{}' is no setting of a queue", brief(key.text)),
                "name a file below /sys/block/DEVICE/queue; scheduler is an axis of "
                "its own");
        if (auto read = add_queue_axis(**queue, key.text, key.text, axes); !read) return read;
    }
    return {};
}

Result<void> read_block_sizes(const Section& section, Axes& axes) {
    if (auto read = read_numbers(section, "block_size", {512, 65536}, axes.block_sizes); !read)
        return read;
    for (const unsigned bytes : axes.block_sizes)
        if ((bytes & (bytes - 1)) != 0)
            return section.refuse(section.line_of("block_size"),
                                  fmt::format("block_size {} is no power of two", bytes));
    return {};
}

}  // namespace

Result<void> read_axes(const Section& section, Axes& axes) {
    if (auto known = section.check_keys(axis_keys); !known) return known;
    if (auto read = read_file_systems(section, axes); !read) return read;
    if (axes.file_systems.empty())
        return section.refuse(section.line_of("fs"), "the axis 'fs' is missing",
                              R"(write fs = ["ext4"], or "raw" for the device alone)");
    if (auto read = read_numbers(section, "writers", {1, 1000}, axes.writers); !read) return read;
    if (axes.writers.empty()) axes.writers = {1};
    if (auto read = read_words(section, "dirty", dirty_from, axes.dirty); !read) return read;
    if (auto read = read_words(section, "layout", layout_from, axes.layouts); !read) return read;
    if (axes.layouts.empty()) axes.layouts.push_back(*layout_from("single"));
    if (auto read = read_queue(section, axes); !read) return read;
    return read_block_sizes(section, axes);
}

}  // namespace wbtrace::plan
