// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/unique_fd.h"
#include "workload/identity.h"
#include "workload/run_end.h"
#include "workload/signals.h"

namespace wbtrace::workload {

struct CommandSpec {
    std::vector<std::string> argv;                 ///< argv[0] is looked up as execvp does
    std::optional<Identity> run_as = {};           ///< empty: as whom we are
    std::optional<InheritedSignals> signals = {};  ///< SignalInbox::inherited(), if there is one
};

/// Why the command could not be run, with the exit status that says so.
struct StartFailure : Error {
    int exit_status = 126;  ///< 127 = not found, 126 = found but cannot be run
};

/// The traced command: a process that waits behind a gate until it is released, then becomes the
/// command. Its descriptors, process group, signal mask and dispositions are those wbtrace was
/// started with. When wbtrace dies before the release, the process exits and runs nothing.
class Command {
public:
    /// Starts the process. Fails when it cannot be made or may not become `run_as`.
    static Result<Command> prepare(const CommandSpec& spec);
    Command(Command&& other) noexcept = default;
    Command& operator=(Command&&) = delete;
    /// Ends the process if it was never released; a running command is left alone.
    ~Command();

    [[nodiscard]] pid_t pid() const { return pid_; }
    /// Readable once the command has ended.
    [[nodiscard]] int pidfd() const { return pidfd_.get(); }

    /// Opens the gate and waits until the command has been exec'd. A process that was killed at
    /// the gate counts as released: wait() tells the signal.
    tl::expected<void, StartFailure> release();
    /// Sends a signal; one that has ended already is no error.
    Result<void> send(int signal);
    /// Waits for the end, whatever signals come.
    Result<RunEnd> wait();
    /// The end, if it has come; never waits.
    Result<std::optional<RunEnd>> try_reap();

private:
    Command() = default;
    Result<std::optional<RunEnd>> reap(int options);
    Result<void> await_ready(const CommandSpec& spec);

    pid_t pid_ = -1;
    UniqueFd pidfd_;
    UniqueFd gate_;          ///< a byte opens it; its end closes it for good
    UniqueFd gate_far_end_;  ///< kept so that writing to a dead process raises no SIGPIPE
    UniqueFd status_;        ///< reports of the process; ends at exec
    std::string name_;
    std::uint64_t release_ns_ = 0;
    bool reaped_ = false;
};

}  // namespace wbtrace::workload
