// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <signal.h>

#include <optional>

#include "base/result.h"
#include "base/unique_fd.h"

namespace wbtrace::terminal {

/// SIGWINCH and SIGTSTP as values that are read from a descriptor, so that the page is never
/// interrupted while it is painted. Open it before the first thread is started; its end restores
/// what was inherited.
class TerminalSignals {
public:
    static Result<TerminalSignals> open();
    TerminalSignals(TerminalSignals&&) noexcept = default;
    TerminalSignals& operator=(TerminalSignals&&) = delete;
    ~TerminalSignals();

    /// Readable when a signal waits.
    [[nodiscard]] int fd() const { return fd_.get(); }
    /// The next one, or nothing when none waits.
    std::optional<int> take();

private:
    TerminalSignals() = default;

    UniqueFd fd_;
    sigset_t inherited_{};
};

}  // namespace wbtrace::terminal
