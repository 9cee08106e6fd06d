// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "recording/plain_strings.h"

#include <charconv>
#include <string>
#include <string_view>
#include <utility>

#include "base/printable.h"

namespace wbtrace::recording {

namespace {

constexpr std::string_view mark = "hex:";

std::string made_plain(const std::string& text) {
    if (!text.starts_with(mark) && printable(text) == text) return text;
    constexpr std::string_view digits = "0123456789abcdef";
    std::string hex(mark);
    for (const char character : text) {
        const auto byte = static_cast<unsigned char>(character);
        hex += digits[byte >> 4U];
        hex += digits[byte & 0xfU];
    }
    return hex;
}

std::string restored(const std::string& text) {
    if (!text.starts_with(mark)) return text;
    std::string bytes;
    for (std::size_t at = mark.size(); at + 2 <= text.size(); at += 2) {
        unsigned byte = 0;
        const char* first = text.data() + at;
        std::from_chars(first, first + 2, byte, 16);
        bytes += static_cast<char>(byte);
    }
    return bytes;
}

template <typename Change>
void for_each_string(nlohmann::json& json, Change change) {
    if (json.is_string()) {
        auto& text = json.get_ref<std::string&>();
        text = change(text);
    } else if (json.is_array()) {
        for (auto& item : json) for_each_string(item, change);
    } else if (json.is_object()) {
        nlohmann::json changed = nlohmann::json::object();
        for (auto& [key, value] : json.items()) {
            for_each_string(value, change);
            changed[change(key)] = std::move(value);
        }
        json = std::move(changed);
    }
}

}  // namespace

void make_plain(nlohmann::json& json) { for_each_string(json, made_plain); }

void restore(nlohmann::json& json) { for_each_string(json, restored); }

}  // namespace wbtrace::recording
