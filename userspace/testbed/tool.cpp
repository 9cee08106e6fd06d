// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "testbed/tool.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <string_view>

#include <fmt/format.h>

#include "base/open_files.h"
#include "base/printable.h"
#include "base/unique_fd.h"
#include "testbed/failure.h"

namespace wbtrace::testbed {
namespace {

constexpr std::size_t output_limit = std::size_t{1} << 20;
constexpr std::string_view system_folders = "/usr/local/sbin:/usr/sbin:/sbin:/usr/bin:/bin";

std::string tool_path() {
    const char* path = std::getenv("PATH");
    return (path != nullptr && *path != '\0' ? std::string(path) + ":" : std::string())
        .append(system_folders);
}

/// The null-terminated form that exec wants.
std::vector<char*> exec_words(std::vector<std::string>& words) {
    std::vector<char*> result;
    for (std::string& word : words) result.push_back(word.data());
    result.push_back(nullptr);
    return result;
}

std::vector<std::string> tool_environment() {
    // mdadm waits for udev, which guests and containers do not have, to make its nodes.
    return {"PATH=" + tool_path(), "LC_ALL=C", "MDADM_NO_UDEV=1", "HOME=/"};
}

/// After fork only calls are allowed that neither allocate nor lock.
[[noreturn]] void become_tool(char* const* words, char* const* environment, int output,
                              pid_t parent) {
    // Ctrl-C is for the matrix: it ends what it does in order, and a mkfs cut short is none.
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(127);
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) ::signal(number, SIG_DFL);
    const int null = ::open("/dev/null", O_RDONLY);
    ::dup2(null, STDIN_FILENO);
    ::dup2(output, STDOUT_FILENO);
    ::dup2(output, STDERR_FILENO);
    ::execve(words[0], words, environment);
    ::_exit(127);
}

/// Until the program and what it has left running close it. What is beyond the limit is dropped.
std::string read_to_end(int fd) {
    std::string text;
    std::array<char, 4096> part{};
    for (;;) {
        const ssize_t got = ::read(fd, part.data(), part.size());
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return text;
        if (text.size() < output_limit) text.append(part.data(), static_cast<std::size_t>(got));
    }
}

/// mount(8) ends with where else to look, behind what it has to say.
bool points_elsewhere(std::string_view line) {
    return line.find("dmesg(1) may have more information") != std::string_view::npos;
}

std::string how_it_ended(int status) {
    if (WIFSIGNALED(status)) return fmt::format("ended by signal {}", WTERMSIG(status));
    return fmt::format("exit status {}", WEXITSTATUS(status));
}

}  // namespace

std::optional<std::string> find_tool(const std::string& name) {
    if (name.empty() || name.find('/') != std::string::npos) return std::nullopt;
    const std::string path = tool_path();
    for (std::string_view rest = path; !rest.empty();) {
        const std::string_view folder = rest.substr(0, rest.find(':'));
        rest.remove_prefix(std::min(rest.size(), folder.size() + 1));
        // A relative folder would be one of whatever directory we were started in.
        if (folder.empty() || folder.front() != '/') continue;
        std::string candidate = std::string(folder).append("/").append(name);
        if (::access(candidate.c_str(), X_OK) == 0) return candidate;
    }
    return std::nullopt;
}

std::string last_line(const std::string& text) {
    std::string_view rest = text;
    // mkfs.xfs says what is wrong, and then all its options.
    if (const auto usage = rest.find("\nUsage: "); usage != rest.npos) rest = rest.substr(0, usage);
    for (;;) {
        const auto end = rest.find_last_not_of(" \t\r\n");
        if (end == std::string_view::npos) return {};
        rest = rest.substr(0, end + 1);
        const auto begin = rest.find_last_of("\r\n") + 1;  // npos + 1 is 0
        if (const auto line = rest.substr(begin); !points_elsewhere(line)) return printable(line);
        rest = rest.substr(0, begin);
    }
}

Result<std::string> run_tool(const std::vector<std::string>& words) {
    const auto found = find_tool(words.front());
    if (!found) return fail(brief(words.front()) + " is not installed");
    std::vector<std::string> arguments = words;
    arguments.front() = *found;
    std::vector<std::string> environment = tool_environment();
    const std::vector<char*> argv = exec_words(arguments);
    const std::vector<char*> envp = exec_words(environment);
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        return fail_with_errno("cannot make a pipe", remedy_for(errno));
    UniqueFd output(ends[0]);
    UniqueFd far_end(ends[1]);
    const pid_t parent = ::getpid();
    const pid_t child = ::fork();
    if (child < 0) return fail_with_errno("cannot start " + words.front());
    if (child == 0) become_tool(argv.data(), envp.data(), far_end.get(), parent);
    far_end.reset();
    std::string text = read_to_end(output.get());
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (status == 0) return text;
    const std::string line = last_line(text);
    return fail(fmt::format("{}: {}", words.front(), line.empty() ? how_it_ended(status) : line));
}

}  // namespace wbtrace::testbed
