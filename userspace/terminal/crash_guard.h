// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

namespace wbtrace::terminal {

/// Gives the terminal back as it was before ncurses when this process crashes, where no
/// destructor runs. To be constructed before ncurses has begun.
class CrashGuard {
public:
    CrashGuard();
    CrashGuard(const CrashGuard&) = delete;
    CrashGuard& operator=(const CrashGuard&) = delete;
    ~CrashGuard() { disarm(); }

    /// After ncurses has begun.
    void arm();
    void disarm();
};

}  // namespace wbtrace::terminal
