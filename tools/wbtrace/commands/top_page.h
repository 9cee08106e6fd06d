// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <chrono>
#include <functional>
#include <memory>

#include "base/result.h"
#include "model/snapshot.h"
#include "terminal/screen.h"
#include "terminal/terminal_signals.h"
#include "top/history.h"
#include "top/view_state.h"
#include "workload/signals.h"

namespace wbtrace {

/// The page on a terminal, its keys and its signals.
class TopPage {
public:
    using Clock = std::chrono::steady_clock;

    /// Before the first other thread is started. Fails without a terminal.
    static Result<TopPage> open(bool color, top::ViewState state);

    [[nodiscard]] top::ViewState& state() { return state_; }

    /// An interval has ended. `paint` false: it is passed over.
    void show(const model::Snapshot& interval, const model::Snapshot& whole, bool paint = true);
    /// Nothing was seen yet: a recording is played from its start.
    void forget();
    void paint();

    enum class Event { time_over, quit, back, forward, to_start };

    /// Lets the user do things until `length()` after `since`, or for ever while paused.
    Event wait(Clock::time_point since, const std::function<std::chrono::nanoseconds()>& length,
               workload::SignalInbox& inbox);

private:
    TopPage(std::unique_ptr<terminal::Screen> screen, terminal::TerminalSignals signals,
            top::ViewState state)
        : signals_(std::move(signals)), screen_(std::move(screen)), state_(std::move(state)) {}

    bool sleep(std::chrono::nanoseconds at_most, bool for_ever, const workload::SignalInbox& inbox);
    void take_signals();
    top::Wish take_keys();

    terminal::TerminalSignals signals_;
    std::unique_ptr<terminal::Screen> screen_;
    top::ViewState state_;
    top::History history_;
    model::Snapshot interval_;
    model::Snapshot whole_;
};

}  // namespace wbtrace
