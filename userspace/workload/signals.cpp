// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "workload/signals.h"

#include <sys/signalfd.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include <fmt/format.h>

#include "base/open_files.h"

namespace wbtrace::workload {
namespace {

bool is_ignored(int number) {
    struct sigaction action {};
    ::sigaction(number, nullptr, &action);
    return (action.sa_flags & SA_SIGINFO) == 0 && action.sa_handler == SIG_IGN;
}

void set_disposition(int number, void (*handler)(int)) {
    struct sigaction action {};
    action.sa_handler = handler;
    ::sigaction(number, &action, nullptr);
}

sigset_t empty_set() {
    sigset_t set;
    ::sigemptyset(&set);
    return set;
}

}  // namespace

bool must_forward(const ReceivedSignal& signal, pid_t command) {
    return !signal.from_terminal && signal.sender != command;
}

bool asks_to_end(const ReceivedSignal& signal) {
    return signal.number != SIGUSR1 && signal.number != SIGUSR2;
}

void restore(const InheritedSignals& inherited) {
    set_disposition(SIGPIPE, inherited.pipe_ignored ? SIG_IGN : SIG_DFL);
    set_disposition(SIGXFSZ, inherited.file_size_ignored ? SIG_IGN : SIG_DFL);
    if (inherited.child_ignored) set_disposition(SIGCHLD, SIG_IGN);
    ::pthread_sigmask(SIG_SETMASK, &inherited.mask, nullptr);
}

Result<SignalInbox> SignalInbox::open() {
    sigset_t wanted = empty_set();
    sigset_t ignored_keys = empty_set();
    for (const int number : {SIGINT, SIGQUIT}) {
        ::sigaddset(&wanted, number);
        if (is_ignored(number)) ::sigaddset(&ignored_keys, number);
    }
    for (const int number : {SIGTERM, SIGHUP, SIGALRM, SIGUSR1, SIGUSR2}) {
        if (!is_ignored(number)) ::sigaddset(&wanted, number);
    }

    SignalInbox inbox;
    inbox.fd_ = UniqueFd(::signalfd(-1, &wanted, SFD_CLOEXEC | SFD_NONBLOCK));
    if (!inbox.fd_.valid()) {
        return fail(
            fmt::format("cannot listen for signals: {}", std::generic_category().message(errno)),
            remedy_for(errno));
    }
    inbox.ignored_keys_ = ignored_keys;
    inbox.inherited_.pipe_ignored = is_ignored(SIGPIPE);
    inbox.inherited_.file_size_ignored = is_ignored(SIGXFSZ);
    inbox.inherited_.child_ignored = is_ignored(SIGCHLD);
    ::pthread_sigmask(SIG_BLOCK, &wanted, &inbox.inherited_.mask);
    set_disposition(SIGPIPE, SIG_IGN);
    set_disposition(SIGXFSZ, SIG_IGN);
    // With SIGCHLD ignored the kernel would reap the command, and its exit status with it.
    if (inbox.inherited_.child_ignored) set_disposition(SIGCHLD, SIG_DFL);
    return inbox;
}

SignalInbox::~SignalInbox() {
    if (!fd_.valid()) return;
    while (take()) {
    }
    restore(inherited_);
}

std::optional<ReceivedSignal> SignalInbox::take() {
    signalfd_siginfo info{};
    while (::read(fd_.get(), &info, sizeof info) == sizeof info) {
        const ReceivedSignal signal{.number = static_cast<int>(info.ssi_signo),
                                    .from_terminal = info.ssi_code == SI_KERNEL,
                                    .sender = static_cast<pid_t>(info.ssi_pid)};
        const bool ignored = ::sigismember(&ignored_keys_, signal.number) == 1;
        if (!(ignored && signal.from_terminal)) return signal;
    }
    return std::nullopt;
}

}  // namespace wbtrace::workload
