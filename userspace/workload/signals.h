// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <signal.h>
#include <sys/types.h>

#include <optional>

#include "base/result.h"
#include "base/unique_fd.h"

namespace wbtrace::workload {

/// What this process had inherited of what SignalInbox changes: the command gets it back.
struct InheritedSignals {
    sigset_t mask{};
    bool pipe_ignored = false;       ///< SIGPIPE
    bool child_ignored = false;      ///< SIGCHLD
    bool file_size_ignored = false;  ///< SIGXFSZ
};

/// A signal that reached wbtrace.
struct ReceivedSignal {
    int number = 0;
    bool from_terminal = false;  ///< sent by the kernel: a key, or the terminal went away
    pid_t sender = 0;            ///< 0 = not known
};

/// Whether the command must be told. What the terminal sends has reached the command already,
/// because it is in our process group; what the command itself sent is not news to it.
bool must_forward(const ReceivedSignal& signal, pid_t command);

/// Whether it asks us to end. SIGUSR1 and SIGUSR2 mean something to a command, which may have ended
/// when they come.
bool asks_to_end(const ReceivedSignal& signal);

/// Turns what people send to a process, SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGALRM, SIGUSR1 and
/// SIGUSR2, into values that are read from a descriptor, and keeps SIGPIPE and SIGXFSZ from ending
/// us (writes then fail with EPIPE and EFBIG).
///
/// A signal that was ignored when we were started stays ignored, as nohup asks for; only SIGINT
/// and SIGQUIT from a process still count, since scripts start background jobs with them ignored
/// and then end us with `kill -INT`.
///
/// Open it before the first thread is started and keep it until all output is written: the
/// destructor drops what has not been taken and restores what was inherited.
class SignalInbox {
public:
    static Result<SignalInbox> open();
    SignalInbox(SignalInbox&&) noexcept = default;
    SignalInbox& operator=(SignalInbox&&) = delete;
    ~SignalInbox();

    /// Readable when a signal waits.
    [[nodiscard]] int fd() const { return fd_.get(); }
    /// The next signal, or nothing when none waits.
    std::optional<ReceivedSignal> take();
    [[nodiscard]] const InheritedSignals& inherited() const { return inherited_; }

private:
    SignalInbox() = default;

    UniqueFd fd_;
    InheritedSignals inherited_;
    sigset_t ignored_keys_{};  ///< of SIGINT and SIGQUIT those that were ignored
};

/// Gives the calling process back what was inherited. Safe between fork and exec.
void restore(const InheritedSignals& inherited);

}  // namespace wbtrace::workload
