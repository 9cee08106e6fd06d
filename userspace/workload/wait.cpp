// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "workload/wait.h"

#include <poll.h>
#include <time.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include <fmt/format.h>

namespace wbtrace::workload {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::nanoseconds;

class WaitLoop {
public:
    WaitLoop(Command* command, SignalInbox& inbox, const WaitPlan& plan)
        : command_(command), inbox_(inbox), plan_(plan), start_(Clock::now()) {}

    Result<WaitOutcome> run() {
        for (;;) {
            if (auto slept = sleep(); !slept) return tl::unexpected(slept.error());
            auto over = is_over();
            if (!over) return tl::unexpected(over.error());
            if (*over) return outcome_;
        }
    }

private:
    /// Until a signal, the command's end, the next tick or the limit.
    Result<void> sleep() {
        std::array<pollfd, 2> fds{
            {{inbox_.fd(), POLLIN, 0}, {command_ != nullptr ? command_->pidfd() : -1, POLLIN, 0}}};
        const auto left = time_left();
        timespec timeout{};
        if (left) {
            timeout.tv_sec = left->count() / 1'000'000'000;
            timeout.tv_nsec = left->count() % 1'000'000'000;
        }
        if (::ppoll(fds.data(), fds.size(), left ? &timeout : nullptr, nullptr) < 0 &&
            errno != EINTR) {
            return fail(fmt::format("cannot wait: {}", std::generic_category().message(errno)));
        }
        return {};
    }

    [[nodiscard]] std::optional<nanoseconds> time_left() const {
        const nanoseconds passed = Clock::now() - start_;
        std::optional<nanoseconds> left;
        if (plan_.at_most) left = *plan_.at_most - passed;
        if (plan_.on_tick) {
            const nanoseconds to_tick = next_tick_ - passed;
            left = left ? std::min(*left, to_tick) : to_tick;
        }
        if (left) left = std::max(*left, nanoseconds(0));
        return left;
    }

    Result<bool> is_over() {
        while (const auto signal = inbox_.take()) {
            if (auto handled = handle(*signal); !handled) return tl::unexpected(handled.error());
        }
        if (command_ == nullptr && outcome_.signal) return over(WaitEnd::signalled);
        if (command_ != nullptr) {
            const auto end = command_->try_reap();
            if (!end) return tl::unexpected(end.error());
            outcome_.run = *end;
            if (outcome_.run) return over(WaitEnd::command_ended);
        }
        const nanoseconds passed = Clock::now() - start_;
        if (plan_.at_most && passed >= *plan_.at_most) return over(WaitEnd::time_over);
        if (plan_.on_tick && passed >= next_tick_) {
            // By the clock: one that comes late does not shift those behind it.
            next_tick_ += ((passed - next_tick_) / plan_.tick + 1) * plan_.tick;
            if (!plan_.on_tick()) return over(WaitEnd::tick_ended_it);
        }
        return false;
    }

    Result<void> handle(const ReceivedSignal& signal) {
        if (command_ == nullptr && !plan_.any_signal && !asks_to_end(signal)) return {};
        outcome_.signal = signal;
        if (command_ == nullptr || !must_forward(signal, command_->pid())) return {};
        return command_->send(signal.number);
    }

    bool over(WaitEnd end) {
        outcome_.end = end;
        return true;
    }

    Command* command_;
    SignalInbox& inbox_;
    const WaitPlan& plan_;
    Clock::time_point start_;
    nanoseconds next_tick_ = plan_.tick;
    WaitOutcome outcome_;
};

}  // namespace

Result<WaitOutcome> wait_for_end(Command& command, SignalInbox& inbox, const WaitPlan& plan) {
    return WaitLoop(&command, inbox, plan).run();
}

Result<WaitOutcome> wait_for_signal(SignalInbox& inbox, const WaitPlan& plan) {
    return WaitLoop(nullptr, inbox, plan).run();
}

}  // namespace wbtrace::workload
