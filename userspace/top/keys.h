// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include "top/history.h"
#include "top/view_state.h"

namespace wbtrace::top {

enum class Code {
    character,
    up,
    down,
    left,
    right,
    page_up,
    page_down,
    home,
    end,
    enter,
    escape,
    backspace,
};

/// A key as the terminal reports it.
struct Key {
    Code code = Code::character;
    char32_t character = 0;
};

/// What a key asks of who runs the view, besides the change of its state.
enum class Wish { nothing, quit, repaint, back, forward, to_start };

/// Does what the key means. Nothing else changes the state by itself.
Wish press(const Key& key, ViewState& state, const History& history, std::size_t rows_on_page);

}  // namespace wbtrace::top
