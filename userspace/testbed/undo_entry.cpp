// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "testbed/undo_entry.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>

#include <fmt/format.h>

namespace wbtrace::testbed {
namespace {

struct KindRow {
    UndoKind kind;
    std::string_view name;
    std::size_t words;
};

constexpr std::array<KindRow, 8> undo_kinds{{{UndoKind::setting, "setting", 4},
                                             {UndoKind::file, "file", 1},
                                             {UndoKind::folder, "folder", 1},
                                             {UndoKind::loop, "loop", 4},
                                             {UndoKind::mount, "mount", 2},
                                             {UndoKind::array, "array", 2},
                                             {UndoKind::superblock, "superblock", 2},
                                             {UndoKind::filesystem, "filesystem", 2}}};

/// Percent signs, what separates words and lines, and what a terminal would act on.
bool must_escape(unsigned char byte) { return byte <= ' ' || byte == '%' || byte == 0x7f; }

void append_word(std::string_view word, std::string& line) {
    line += ' ';
    for (const char letter : word) {
        const auto byte = static_cast<unsigned char>(letter);
        if (must_escape(byte))
            line += fmt::format("%{:02x}", byte);
        else
            line += letter;
    }
}

std::optional<std::string> plain_word(std::string_view text) {
    std::string word;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (must_escape(static_cast<unsigned char>(text[at])) && text[at] != '%')
            return std::nullopt;
        if (text[at] != '%') {
            word += text[at];
            continue;
        }
        const std::string_view digits = text.substr(at + 1, 2);
        unsigned value = 0;
        const auto [stop, error] =
            std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
        if (digits.size() != 2 || error != std::errc{} || stop != digits.data() + 2)
            return std::nullopt;
        word += static_cast<char>(value);
        at += 2;
    }
    return word;
}

}  // namespace

std::string to_line(const UndoEntry& entry) {
    const auto* row = std::find_if(undo_kinds.begin(), undo_kinds.end(),
                                   [&](const KindRow& known) { return known.kind == entry.kind; });
    std::string line(row->name);
    for (const std::string& word : entry.words) append_word(word, line);
    return line;
}

std::optional<UndoEntry> parse_undo_entry(std::string_view line) {
    const std::string_view name = line.substr(0, line.find(' '));
    const auto* row = std::find_if(undo_kinds.begin(), undo_kinds.end(),
                                   [&](const KindRow& known) { return known.name == name; });
    if (row == undo_kinds.end()) return std::nullopt;
    UndoEntry entry{row->kind, {}};
    line.remove_prefix(name.size());
    while (!line.empty()) {
        line.remove_prefix(1);
        const std::string_view text = line.substr(0, line.find(' '));
        auto word = plain_word(text);
        // No path of the kernel holds a null byte, and what follows it would be lost in calls.
        if (!word || word->find('\0') != std::string::npos) return std::nullopt;
        entry.words.push_back(std::move(*word));
        line.remove_prefix(text.size());
    }
    if (entry.words.size() != row->words) return std::nullopt;
    return entry;
}

}  // namespace wbtrace::testbed
