// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "base/printable.h"

#include <locale.h>
#include <wchar.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include <fmt/format.h>

namespace wbtrace {

namespace {

struct Range {
    char32_t first, last;
};

// Characters that move, reorder or hide text.
constexpr std::array hidden = {
    Range{0x00, 0x1f},          Range{0x7f, 0x9f},     Range{0xad, 0xad},
    Range{0x061c, 0x061c},      Range{0x115f, 0x1160}, Range{0x17b4, 0x17b5},
    Range{0x180b, 0x180f},      Range{0x200b, 0x200f}, Range{0x2028, 0x202e},
    Range{0x2060, 0x206f},      Range{0x3164, 0x3164}, Range{0xfeff, 0xfeff},
    Range{0xffa0, 0xffa0},      Range{0xfff0, 0xfffb}, Range{0xe0000, 0xe0fff},
    Range{0x110000, 0xffffffff}};

template <std::size_t N>
bool among(const std::array<Range, N>& ranges, char32_t code) {
    return std::any_of(ranges.begin(), ranges.end(), [code](const Range& range) {
        return code >= range.first && code <= range.last;
    });
}

struct Character {
    char32_t code;
    std::size_t bytes;
    bool valid;
};

constexpr Character broken = {0xfffd, 1, false};

// The character at the start of a non-empty text; a byte that starts none is
// one broken character.
Character first_character(std::string_view text) {
    const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned lead = byte(0);
    if (lead < 0x80) return {lead, 1, true};
    const std::size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || text.size() < bytes) return broken;
    char32_t code = lead & (0x7fu >> bytes);
    for (std::size_t i = 1; i < bytes; ++i) {
        if ((byte(i) & 0xc0u) != 0x80u) return broken;
        code = (code << 6) | (byte(i) & 0x3fu);
    }
    constexpr std::array<char32_t, 5> smallest = {0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = code >= 0xd800 && code <= 0xdfff;
    if (code < smallest[bytes] || code > 0x10ffff || surrogate) return broken;
    return {code, bytes, true};
}

/// While it lives, this thread's wcwidth() knows Unicode, whatever the user's locale is. C.UTF-8 is
/// part of the C library.
class Unicode {
public:
    Unicode() : before_(::uselocale(locale())) {}
    Unicode(const Unicode&) = delete;
    Unicode& operator=(const Unicode&) = delete;
    ~Unicode() { ::uselocale(before_); }

private:
    static locale_t locale() {
        static const locale_t unicode = ::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
        return unicode;  // none: uselocale() changes nothing
    }
    locale_t before_;
};

/// A Unicode must live. What is not assigned yet counts as one column.
std::size_t width_of(const Character& character) {
    if (character.code < 0x80) return 1;
    const int columns = ::wcwidth(static_cast<wchar_t>(character.code));
    return columns < 0 ? 1 : static_cast<std::size_t>(columns);
}

bool is_ascii(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char byte) { return byte >= 0; });
}

}  // namespace

std::string printable(std::string_view text) {
    std::string result;
    result.reserve(text.size());
    while (!text.empty()) {
        const auto character = first_character(text);
        const auto bytes = text.substr(0, character.bytes);
        if (character.valid && !among(hidden, character.code)) {
            result += bytes;
        } else {
            for (const char byte : bytes) {
                result += fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
            }
        }
        text.remove_prefix(character.bytes);
    }
    return result;
}

std::size_t display_width(std::string_view text) {
    if (is_ascii(text)) return text.size();
    const Unicode unicode;
    std::size_t width = 0;
    while (!text.empty()) {
        const auto character = first_character(text);
        width += width_of(character);
        text.remove_prefix(character.bytes);
    }
    return width;
}

std::string_view first_cell(std::string_view text) {
    if (text.size() < 2 || is_ascii(text.substr(0, 2))) return text.substr(0, 1);
    const Unicode unicode;
    std::size_t bytes = first_character(text).bytes;
    while (bytes < text.size()) {
        const auto next = first_character(text.substr(bytes));
        if (width_of(next) != 0) break;
        bytes += next.bytes;
    }
    return text.substr(0, bytes);
}

std::string shorten_middle(std::string_view text, std::size_t columns) {
    if (display_width(text) <= columns) return std::string{text};
    if (columns == 0) return {};
    const Unicode unicode;
    const std::size_t head_columns = columns / 2;
    const std::size_t tail_columns = columns - 1 - head_columns;
    std::size_t head = 0;
    std::size_t used = 0;
    std::vector<std::pair<std::size_t, std::size_t>> starts;  // byte, columns before it
    for (std::size_t at = 0; at < text.size();) {
        const auto character = first_character(text.substr(at));
        starts.emplace_back(at, used);
        used += width_of(character);
        at += character.bytes;
        if (used <= head_columns) head = at;
    }
    const auto tail = std::find_if(starts.begin(), starts.end(), [&](const auto& start) {
        return used - start.second <= tail_columns;
    });
    const auto from = tail == starts.end() ? text.size() : tail->first;
    return std::string{text.substr(0, head)} + "…" + std::string{text.substr(from)};
}

std::string brief(std::string_view text) {
    constexpr std::size_t message_columns = 60;
    return shorten_middle(printable(text), message_columns);
}

}  // namespace wbtrace
