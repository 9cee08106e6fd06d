// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "top/help.h"

namespace wbtrace::top {

std::vector<KeyHelp> key_help(const ViewState& state) {
    std::vector<KeyHelp> keys = {
        {"1 to 7, Tab", "the panes"},
        {"Up, Down, PgUp, PgDn, Home, End", "choose a row; in this help: scroll"},
        {"Enter", "all about the chosen row; again or Esc: back"},
        {"< and >, s", "sort by the column to the left, to the right"},
        {"r", "reverse the order"},
        {"/ text, n", "find a name; the next one"},
        {"f text", "only names with this text; Esc takes it away"},
        {"Space", "pause, and go on"},
    };
    if (state.playback) {
        keys.push_back({"+ and -", "twice, half the speed"});
        keys.push_back({"Left, Right", "ten intervals back, ahead"});
        keys.push_back({"Backspace", "to the start of the recording"});
    } else {
        keys.push_back({"+ and -", "longer, shorter intervals"});
    }
    keys.push_back({"Ctrl-L", "paint the page anew"});
    keys.push_back({"?, h", "this help"});
    keys.push_back({"q", "the end"});
    return keys;
}

}  // namespace wbtrace::top
