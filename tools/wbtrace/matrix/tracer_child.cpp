// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "matrix/tracer_child.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>

#include "base/clock.h"
#include "base/open_files.h"
#include "base/printable.h"
#include "base/unique_fd.h"
#include "cli/exit_status.h"

namespace wbtrace {

namespace {

using std::chrono::steady_clock;

Result<UniqueFd> open_for(const std::string& path, int flags) {
    UniqueFd file(::open(path.c_str(), flags | O_CLOEXEC, 0644));
    if (file.valid()) return file;
    return fail(fmt::format("cannot open {}: {}", brief(path), std::strerror(errno)),
                remedy_for(errno));
}

/// What the child needs, made before the fork: after it nothing may be allocated.
struct TracerStart {
    std::vector<char*> argv;
    UniqueFd input, output, errors;
    const workload::InheritedSignals* signals = nullptr;
    pid_t parent = 0;
};

Result<TracerStart> prepare_tracer(std::vector<std::string>& words, const TracerSpec& spec,
                                   const workload::SignalInbox& inbox) {
    TracerStart prepared;
    auto input = open_for("/dev/null", O_RDONLY);
    auto output = open_for(spec.output, O_WRONLY | O_CREAT | O_TRUNC);
    auto errors = open_for(spec.errors, O_WRONLY | O_CREAT | O_TRUNC);
    for (const auto* file : {&input, &output, &errors})
        if (!*file) return tl::unexpected(file->error());
    prepared.input = std::move(*input);
    prepared.output = std::move(*output);
    prepared.errors = std::move(*errors);
    words.assign({"wbtrace"});
    words.insert(words.end(), spec.arguments.begin(), spec.arguments.end());
    for (auto& word : words) prepared.argv.push_back(word.data());
    prepared.argv.push_back(nullptr);
    prepared.signals = &inbox.inherited();
    prepared.parent = ::getpid();
    return prepared;
}

[[noreturn]] void become_tracer(const TracerStart& prepared) {
    ::setpgid(0, 0);
    // A tracer that outlived us would keep the devices that --restore is to take away.
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (::getppid() != prepared.parent) ::_exit(cli::exit_own_failure);
    ::dup2(prepared.input.get(), STDIN_FILENO);
    ::dup2(prepared.output.get(), STDOUT_FILENO);
    ::dup2(prepared.errors.get(), STDERR_FILENO);
    workload::restore(*prepared.signals);
    ::execv("/proc/self/exe", prepared.argv.data());
    ::_exit(cli::exit_own_failure);
}

class TracerWait {
public:
    TracerWait(pid_t pid, UniqueFd pidfd, workload::SignalInbox& inbox)
        : pid_(pid), pidfd_(std::move(pidfd)), inbox_(inbox) {}

    TracerEnd run(const std::function<void()>& on_tick) {
        TracerEnd end;
        const auto start = clock_ns(CLOCK_MONOTONIC);
        int status = 0;
        while (::waitpid(pid_, &status, WNOHANG) == 0) {
            std::array<pollfd, 2> fds{{{inbox_.fd(), POLLIN, 0}, {pidfd_.get(), POLLIN, 0}}};
            ::poll(fds.data(), fds.size(), tick_ms);
            while (const auto signal = inbox_.take())
                if (workload::asks_to_end(*signal)) pass_on(signal->number);
            insist();
            if (on_tick) on_tick();
        }
        ::kill(-pid_, SIGKILL);
        end.took_ns = clock_ns(CLOCK_MONOTONIC) - start;
        if (WIFSIGNALED(status)) end.killed = WTERMSIG(status);
        end.exit_status = end.killed ? int{cli::exit_own_failure} : WEXITSTATUS(status);
        end.signal = signal_;
        return end;
    }

private:
    static constexpr int tick_ms = 100;

    void pass_on(int signal) {
        if (!signal_) next_ = steady_clock::now() + std::chrono::seconds(2);
        signal_ = signal_.value_or(signal);
        ::kill(-pid_, signal);
    }

    /// Once more after 2 s, since the tracer then waits for writeback; no mercy after 20.
    void insist() {
        if (!signal_ || steady_clock::now() < next_) return;
        ::kill(-pid_, insisted_ ? SIGKILL : *signal_);
        insisted_ = true;
        next_ = steady_clock::now() + std::chrono::seconds(18);
    }

    pid_t pid_;
    UniqueFd pidfd_;
    workload::SignalInbox& inbox_;
    std::optional<int> signal_;
    bool insisted_ = false;
    steady_clock::time_point next_;
};

}  // namespace

Result<TracerEnd> run_tracer(const TracerSpec& spec, workload::SignalInbox& inbox,
                             const std::function<void()>& on_tick) {
    std::vector<std::string> words;
    const auto prepared = prepare_tracer(words, spec, inbox);
    if (!prepared) return tl::unexpected(prepared.error());
    const pid_t pid = ::fork();
    if (pid < 0) return fail(fmt::format("cannot start a process: {}", std::strerror(errno)));
    if (pid == 0) become_tracer(*prepared);
    // Here as well: a signal that comes at once must find the group.
    ::setpgid(pid, pid);
    UniqueFd pidfd(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
    return TracerWait(pid, std::move(pidfd), inbox).run(on_tick);
}

}  // namespace wbtrace
