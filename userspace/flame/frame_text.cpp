// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "flame/frame_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/printable.h"

namespace wbtrace::flame {

namespace {

constexpr std::string_view of_kernel = "_[k]";
constexpr std::string_view gap = "-";

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// As thread_name() writes it.
bool is_thread(std::string_view name) {
    const auto slash = name.rfind('/');
    if (!name.starts_with('[') || !name.ends_with(']') || slash == name.npos) return false;
    const auto number = name.substr(slash + 1, name.size() - slash - 2);
    return !number.empty() && std::all_of(number.begin(), number.end(), is_digit);
}

std::string hexed(char byte) { return fmt::format("\\x{:02x}", static_cast<unsigned char>(byte)); }

std::string escape(std::string_view name) {
    std::string text;
    text.reserve(name.size());
    for (const char byte : name) {
        if (byte == ';' || byte == ' ' || byte == '\\')
            text += hexed(byte);
        else
            text += byte;
    }
    return printable(text);
}

std::string unescape(std::string_view text) {
    std::string name;
    name.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        unsigned char byte = 0;
        const bool escaped = text.substr(i).starts_with("\\x") && i + 4 <= text.size();
        const char* end = text.data() + std::min(i + 4, text.size());
        if (escaped && std::from_chars(text.data() + i + 2, end, byte, 16).ptr == end) {
            name += static_cast<char>(byte);
            i += 3;
        } else {
            name += text[i];
        }
    }
    return name;
}

/// A function may be called like a frame of another kind.
std::string disguise(std::string text) {
    if (text == gap) return hexed('-');
    if (text.ends_with(of_kernel)) {
        const auto bracket = text.size() - of_kernel.size() + 1;
        text.replace(bracket, 1, hexed('['));
    } else if (is_thread(text)) {
        text.replace(0, 1, hexed('['));
    }
    return text;
}

}  // namespace

std::string fold_frame(const Frame& frame) {
    if (frame.layer == Layer::gap) return std::string(gap);
    const std::string text = escape(frame.name);
    if (frame.layer == Layer::kernel) return text + std::string(of_kernel);
    return frame.layer == Layer::user ? disguise(text) : text;
}

Frame unfold_frame(std::string_view text, std::size_t depth) {
    if (depth == 0) return {unescape(text), Layer::task};
    if (text == gap) return {std::string(gap), Layer::gap};
    if (depth == 1 && is_thread(text)) return {unescape(text), Layer::task};
    if (text.size() > of_kernel.size() && text.ends_with(of_kernel)) {
        text.remove_suffix(of_kernel.size());
        return {unescape(text), Layer::kernel};
    }
    return {unescape(text), Layer::user};
}

std::string thread_name(std::string_view comm, std::uint32_t tid) {
    return fmt::format("[{}/{}]", comm, tid);
}

}  // namespace wbtrace::flame
