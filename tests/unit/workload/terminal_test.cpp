// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Ctrl-C on a real terminal: wbtrace and the command are in its foreground process group, so the
// command has the signal already and must not get a second one.
#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>

#include "tests/catch.h"
#include "tests/scratch_folder.h"
#include "workload/wait.h"

using namespace wbtrace::workload;
using namespace std::chrono_literals;

namespace {

/// Counts the SIGINTs in a file; ends a while after the first. sleep ignores them, so that only
/// the shell's trap tells how often one came.
constexpr const char* counting_script =
    "trap 'echo x >> \"$0.count\"' INT; : > \"$0.ready\"\n"
    "until [ -s \"$0.count\" ]; do sleep 0.05; done; sleep 0.5; sleep 0.5; exit 9";

/// What wbtrace does around a command; the process exits with the command's status, or 99 when
/// the wait saw no signal from the terminal.
[[noreturn]] void trace_on_terminal(const std::string& prefix) {
    auto inbox = SignalInbox::open();
    auto command = Command::prepare(
        {.argv = {"sh", "-c", counting_script, prefix}, .signals = inbox->inherited()});
    (void)command->release();
    // Let the command deal with its signal first: a second one would melt into a pending one.
    pollfd arrival{inbox->fd(), POLLIN, 0};
    ::poll(&arrival, 1, 10'000);
    ::usleep(300'000);
    const auto outcome = wait_for_end(*command, *inbox, {.at_most = 10s});
    const bool seen = outcome && outcome->signal && outcome->signal->from_terminal;
    ::_exit(seen && outcome->run ? outcome->run->exit_status() : 99);
}

}  // namespace

TEST_CASE("Ctrl-C reaches the command once") {
    const ScratchFolder folder;
    const std::string prefix = folder.path() + "/run";
    int terminal = -1;
    const pid_t tracer = ::forkpty(&terminal, nullptr, nullptr, nullptr);
    REQUIRE(tracer >= 0);
    if (tracer == 0) trace_on_terminal(prefix);
    REQUIRE(eventually([&] { return std::filesystem::exists(prefix + ".ready"); }));
    REQUIRE(::write(terminal, "\x03", 1) == 1);
    int status = 0;
    REQUIRE(::waitpid(tracer, &status, 0) == tracer);
    ::close(terminal);
    CHECK((WIFEXITED(status) && WEXITSTATUS(status) == 9));
    CHECK(read_file(prefix + ".count") == "x\n");
}
