// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "workload/command.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/clock.h"
#include "base/open_files.h"
#include "base/printable.h"
#include "workload/gated_child.h"

namespace wbtrace::workload {
namespace {

std::string reason(int error) { return std::generic_category().message(error); }

// By number: glibc 2.36 declares the functions without C linkage, older ones not at all.
int open_pidfd(pid_t pid) { return static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)); }

bool signal_pidfd(int pidfd, int signal) {
    return ::syscall(SYS_pidfd_send_signal, pidfd, signal, nullptr, 0) == 0;
}

struct Pipe {
    UniqueFd read_end;
    UniqueFd write_end;
};

Result<Pipe> open_pipe() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) {
        return fail(fmt::format("cannot make a pipe: {}", reason(errno)), remedy_for(errno));
    }
    return Pipe{UniqueFd(ends[0]), UniqueFd(ends[1])};
}

std::uint64_t to_ns(const timeval& time) {
    return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000U +
           static_cast<std::uint64_t>(time.tv_usec) * 1'000U;
}

std::vector<std::string> current_environment() {
    std::vector<std::string> result;
    for (char** entry = ::environ; entry != nullptr && *entry != nullptr; ++entry) {
        result.emplace_back(*entry);
    }
    return result;
}

/// The null-terminated form that exec wants; `words` must outlive it.
std::vector<char*> pointers_to(std::vector<std::string>& words) {
    std::vector<char*> result;
    for (std::string& word : words) result.push_back(word.data());
    result.push_back(nullptr);
    return result;
}

/// A report of the process, or nothing when the pipe ended: it exec'd or died.
std::optional<ChildReport> read_report(int fd) {
    ChildReport report;
    ssize_t got = 0;
    do {
        got = ::read(fd, &report, sizeof report);
    } while (got < 0 && errno == EINTR);
    if (got != static_cast<ssize_t>(sizeof report)) return std::nullopt;
    return report;
}

/// Whether a folder of PATH has such a file, executable or not.
bool is_in_path(const std::string& name) {
    const char* variable = std::getenv("PATH");
    std::string_view path = variable != nullptr ? variable : "/bin:/usr/bin";
    for (;;) {
        const auto colon = path.find(':');
        const std::string folder(path.substr(0, colon));
        if (::access(((folder.empty() ? "." : folder) + "/" + name).c_str(), F_OK) == 0)
            return true;
        if (colon == std::string_view::npos) return false;
        path.remove_prefix(colon + 1);
    }
}

StartFailure start_failure(const std::string& name, int error) {
    const bool is_path = name.find('/') != std::string::npos;
    // execvp says EACCES when the command's user may not even look into a folder of PATH.
    if (error == EACCES && !is_path && !is_in_path(name)) error = ENOENT;
    std::string why = reason(error);
    if (error == ENOENT && !is_path) {
        why = "no such command in PATH";
    } else if (error == ENOENT && ::access(name.c_str(), F_OK) == 0) {
        why = "the interpreter that it names does not exist";
    }
    StartFailure failure;
    failure.what = fmt::format("cannot run '{}': {}", brief(name), why);
    failure.exit_status = error == ENOENT ? 127 : 126;
    return failure;
}

}  // namespace

Result<Command> Command::prepare(const CommandSpec& spec) {
    if (spec.argv.empty()) return fail("no command to run");
    auto gate = open_pipe();
    if (!gate) return tl::unexpected(gate.error());
    auto status = open_pipe();
    if (!status) return tl::unexpected(status.error());

    std::vector<std::string> words = spec.argv;
    std::vector<std::string> environment = current_environment();
    if (spec.run_as) environment = environment_for(*spec.run_as, environment);
    const std::vector<char*> argv = pointers_to(words);
    const std::vector<char*> envp = pointers_to(environment);
    const ChildPlan plan{.argv = argv.data(),
                         .environment = envp.data(),
                         .run_as = spec.run_as ? &*spec.run_as : nullptr,
                         .signals = spec.signals ? &*spec.signals : nullptr,
                         .gate = gate->read_end.get(),
                         .tracer_gate = gate->write_end.get(),
                         .status = status->write_end.get()};

    Command command;
    command.name_ = spec.argv.front();
    command.pid_ = ::fork();
    if (command.pid_ == 0) run_gated_child(plan);
    if (command.pid_ < 0) return fail(fmt::format("cannot start a process: {}", reason(errno)));
    command.gate_ = std::move(gate->write_end);
    command.gate_far_end_ = std::move(gate->read_end);
    command.status_ = std::move(status->read_end);
    status->write_end.reset();
    if (auto ready = command.await_ready(spec); !ready) return tl::unexpected(ready.error());
    return command;
}

Result<void> Command::await_ready(const CommandSpec& spec) {
    pidfd_ = UniqueFd(open_pidfd(pid_));
    if (!pidfd_.valid()) {
        return fail(fmt::format("cannot watch the command's process: {}", reason(errno)),
                    remedy_for(errno));
    }
    const auto report = read_report(status_.get());
    if (!report) return fail("the command's process was killed before the command was started");
    if (report->stage == ChildStage::become_user) {
        return fail(fmt::format("cannot become user '{}': {}", printable(spec.run_as->name),
                                reason(report->error)),
                    "only root can run a command as somebody else");
    }
    return {};
}

Command::~Command() {
    if (!gate_.valid()) return;
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
}

tl::expected<void, StartFailure> Command::release() {
    release_ns_ = clock_ns(CLOCK_MONOTONIC);
    const char go = 1;
    // Cannot fail: the pipe is empty and we hold both ends.
    [[maybe_unused]] const ssize_t written = ::write(gate_.get(), &go, 1);
    gate_.reset();
    gate_far_end_.reset();
    const auto report = read_report(status_.get());
    status_.reset();
    if (!report) return {};
    const StartFailure failure = start_failure(name_, report->error);
    (void)reap(0);
    return tl::unexpected(failure);
}

Result<void> Command::send(int signal) {
    if (reaped_ || signal_pidfd(pidfd_.get(), signal) || errno == ESRCH) return {};
    return fail(fmt::format("cannot send signal {} to the command: {}", signal, reason(errno)));
}

Result<RunEnd> Command::wait() {
    auto end = reap(0);
    if (!end) return tl::unexpected(end.error());
    return **end;
}

Result<std::optional<RunEnd>> Command::try_reap() { return reap(WNOHANG); }

Result<std::optional<RunEnd>> Command::reap(int options) {
    int status = 0;
    rusage usage{};
    pid_t got = 0;
    do {
        got = ::wait4(pid_, &status, options, &usage);
    } while (got < 0 && errno == EINTR);
    if (got == 0) return std::nullopt;
    if (got < 0) return fail(fmt::format("cannot wait for the command: {}", reason(errno)));
    RunEnd end;
    end.user_ns = to_ns(usage.ru_utime);
    end.sys_ns = to_ns(usage.ru_stime);
    end.start_ns = release_ns_;
    end.end_ns = clock_ns(CLOCK_MONOTONIC);
    if (WIFSIGNALED(status)) {
        end.signal = WTERMSIG(status);
    } else {
        end.exit_code = WEXITSTATUS(status);
    }
    reaped_ = true;
    return end;
}

}  // namespace wbtrace::workload
