// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <memory>
#include <optional>

#include "base/result.h"
#include "top/grid.h"
#include "top/keys.h"

namespace wbtrace::terminal {

/// The terminal as a page of cells, by ncurses. There can be one at a time. While it lives, stdin
/// and stdout belong to it; its end, and a crash, give them back as they were.
class Screen {
public:
    /// Before the first other thread is started: the locale becomes the user's, or C.UTF-8.
    /// Fails when the terminal is not known.
    static Result<std::unique_ptr<Screen>> open(bool color);
    virtual ~Screen() = default;

    [[nodiscard]] virtual top::Size size() const = 0;
    /// The terminal may have another size now.
    virtual void fit() = 0;
    /// `anew`: also what should be there already.
    virtual void paint(const top::Grid& grid, bool anew) = 0;
    /// The next key that was pressed; never waits.
    virtual std::optional<top::Key> key() = 0;
    /// Gives the terminal back, stops this process until it is continued, takes it again.
    virtual void stop() = 0;
};

/// Whether a page can be shown: both are a terminal that can move its cursor.
bool can_show_page();

}  // namespace wbtrace::terminal
