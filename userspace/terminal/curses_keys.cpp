// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "terminal/curses_keys.h"

#include <array>

#define NCURSES_NOMACROS
#define NCURSES_WIDECHAR 1
#include <curses.h>

namespace wbtrace::terminal {

namespace {

struct KeyRow {
    wint_t code;
    top::Code key;
};

constexpr std::array function_keys = {
    KeyRow{KEY_UP, top::Code::up},         KeyRow{KEY_DOWN, top::Code::down},
    KeyRow{KEY_LEFT, top::Code::left},     KeyRow{KEY_RIGHT, top::Code::right},
    KeyRow{KEY_PPAGE, top::Code::page_up}, KeyRow{KEY_NPAGE, top::Code::page_down},
    KeyRow{KEY_HOME, top::Code::home},     KeyRow{KEY_END, top::Code::end},
    KeyRow{KEY_ENTER, top::Code::enter},   KeyRow{KEY_BACKSPACE, top::Code::backspace},
};
constexpr std::array plain_keys = {
    KeyRow{'\r', top::Code::enter},    KeyRow{'\n', top::Code::enter},
    KeyRow{27, top::Code::escape},     KeyRow{8, top::Code::backspace},
    KeyRow{127, top::Code::backspace},
};

}  // namespace

std::optional<top::Key> key_of(bool function_key, wint_t code) {
    if (function_key) {
        for (const KeyRow& row : function_keys)
            if (row.code == code) return top::Key{row.key, 0};
        return std::nullopt;
    }
    for (const KeyRow& row : plain_keys)
        if (row.code == code) return top::Key{row.key, 0};
    return top::Key{top::Code::character, static_cast<char32_t>(code)};
}

}  // namespace wbtrace::terminal
