// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "top/utf8.h"

namespace wbtrace::top {

void append(char32_t character, std::string& to) {
    const auto tail = [character](unsigned shift) {
        return static_cast<char>(0x80U | ((character >> shift) & 0x3fU));
    };
    if (character < 0x80) {
        to += static_cast<char>(character);
    } else if (character < 0x800) {
        to += {static_cast<char>(0xc0U | (character >> 6U)), tail(0)};
    } else if (character < 0x10000) {
        if (character >= 0xd800 && character < 0xe000) return;
        to += {static_cast<char>(0xe0U | (character >> 12U)), tail(6), tail(0)};
    } else if (character < 0x110000) {
        to += {static_cast<char>(0xf0U | (character >> 18U)), tail(12), tail(6), tail(0)};
    }
}

void remove_last(std::string& text) {
    while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xc0U) == 0x80U)
        text.pop_back();
    if (!text.empty()) text.pop_back();
}

}  // namespace wbtrace::top
