// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "interruptible.h"

#include <poll.h>
#include <signal.h>

#include <array>
#include <chrono>
#include <future>
#include <system_error>

namespace wbtrace {

namespace {

// Whoever presses Ctrl-C twice to end the waiting still wants the report.
constexpr auto time_to_finish = std::chrono::milliseconds(500);
constexpr int look_every_ms = 20;

std::future<Result<void>> begin(const std::function<Result<void>()>& work) {
    try {
        return std::async(std::launch::async, work);
    } catch (const std::system_error&) {
        // Without a thread the work still comes first.
        return std::async(std::launch::deferred, work);
    }
}

void die_of(int signal) {
    struct sigaction action {};
    action.sa_handler = SIG_DFL;
    ::sigaction(signal, &action, nullptr);
    sigset_t only;
    ::sigemptyset(&only);
    ::sigaddset(&only, signal);
    ::pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
    ::raise(signal);
}

}  // namespace

Result<void> interruptible(workload::SignalInbox& inbox,
                           const std::function<Result<void>()>& work) {
    while (inbox.take()) {
    }
    // No way to write is free of blocking for files, pipes, sockets and terminals alike; but
    // whatever a thread is blocked in, it does not keep the process from dying.
    auto done = begin(work);
    while (done.wait_for(std::chrono::seconds(0)) == std::future_status::timeout) {
        std::array<pollfd, 1> signals{{{inbox.fd(), POLLIN, 0}}};
        ::poll(signals.data(), signals.size(), look_every_ms);
        const auto signal = inbox.take();
        if (signal && workload::asks_to_end(*signal) &&
            done.wait_for(time_to_finish) != std::future_status::ready)
            die_of(signal->number);
    }
    return done.get();
}

}  // namespace wbtrace
