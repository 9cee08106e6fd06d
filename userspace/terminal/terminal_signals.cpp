// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "terminal/terminal_signals.h"

#include <sys/signalfd.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace wbtrace::terminal {

Result<TerminalSignals> TerminalSignals::open() {
    sigset_t wanted;
    ::sigemptyset(&wanted);
    ::sigaddset(&wanted, SIGWINCH);
    ::sigaddset(&wanted, SIGTSTP);
    TerminalSignals signals;
    signals.fd_ = UniqueFd(::signalfd(-1, &wanted, SFD_CLOEXEC | SFD_NONBLOCK));
    if (!signals.fd_.valid())
        return fail("cannot listen for signals: " + std::generic_category().message(errno));
    ::pthread_sigmask(SIG_BLOCK, &wanted, &signals.inherited_);
    return signals;
}

TerminalSignals::~TerminalSignals() {
    if (!fd_.valid()) return;
    // A stop that was asked for in the last moment would stop whoever comes next.
    while (take()) continue;
    ::pthread_sigmask(SIG_SETMASK, &inherited_, nullptr);
}

std::optional<int> TerminalSignals::take() {
    signalfd_siginfo info{};
    if (::read(fd_.get(), &info, sizeof info) != static_cast<ssize_t>(sizeof info))
        return std::nullopt;
    return static_cast<int>(info.ssi_signo);
}

}  // namespace wbtrace::terminal
