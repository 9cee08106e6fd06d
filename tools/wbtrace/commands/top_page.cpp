// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "commands/top_page.h"

#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "top/keys.h"
#include "top/view.h"

namespace wbtrace {

Result<TopPage> TopPage::open(bool color, top::ViewState state) {
    auto signals = terminal::TerminalSignals::open();
    if (!signals) return tl::unexpected(signals.error());
    auto screen = terminal::Screen::open(color);
    if (!screen) return tl::unexpected(screen.error());
    return TopPage(std::move(*screen), std::move(*signals), std::move(state));
}

void TopPage::show(const model::Snapshot& interval, const model::Snapshot& whole, bool paint_it) {
    history_.advance({interval, whole});
    interval_ = interval;
    whole_ = whole;
    if (paint_it) paint();
}

void TopPage::forget() { history_ = {}; }

void TopPage::paint() {
    screen_->paint(top::draw({interval_, whole_}, history_, state_, screen_->size()), false);
}

/// False: the terminal is gone.
bool TopPage::sleep(std::chrono::nanoseconds at_most, bool for_ever,
                    const workload::SignalInbox& inbox) {
    std::array<pollfd, 3> fds{
        {{STDIN_FILENO, POLLIN, 0}, {signals_.fd(), POLLIN, 0}, {inbox.fd(), POLLIN, 0}}};
    const auto ns = std::max<std::int64_t>(at_most.count(), 0);
    const timespec timeout{ns / 1'000'000'000, ns % 1'000'000'000};
    if (::ppoll(fds.data(), fds.size(), for_ever ? nullptr : &timeout, nullptr) <= 0) return true;
    return (fds[0].revents & (POLLHUP | POLLERR | POLLNVAL)) == 0;
}

void TopPage::take_signals() {
    while (const auto number = signals_.take()) {
        if (*number == SIGTSTP)
            screen_->stop();
        else
            screen_->fit();
        paint();
    }
}

top::Wish TopPage::take_keys() {
    bool pressed = false;
    while (const auto key = screen_->key()) {
        const auto wish = top::press(*key, state_, history_, top::rows_on_page(screen_->size()));
        pressed = true;
        if (wish == top::Wish::repaint)
            screen_->paint(top::draw({interval_, whole_}, history_, state_, screen_->size()), true);
        else if (wish != top::Wish::nothing)
            return wish;
    }
    if (pressed) paint();
    return top::Wish::nothing;
}

TopPage::Event TopPage::wait(Clock::time_point since,
                             const std::function<std::chrono::nanoseconds()>& length,
                             workload::SignalInbox& inbox) {
    for (;;) {
        const auto left = since + length() - Clock::now();
        if (!state_.paused && left.count() <= 0) return Event::time_over;
        if (!sleep(left, state_.paused, inbox)) return Event::quit;
        if (inbox.take()) return Event::quit;
        take_signals();
        switch (take_keys()) {
        case top::Wish::quit: return Event::quit;
        case top::Wish::back: return Event::back;
        case top::Wish::forward: return Event::forward;
        case top::Wish::to_start: return Event::to_start;
        default: break;
        }
    }
}

}  // namespace wbtrace
