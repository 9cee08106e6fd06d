// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// A tracer that dies leaves neither a command that runs untraced nor one that waits forever.
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>

#include "tests/catch.h"
#include "tests/scratch_folder.h"
#include "workload/command.h"

using namespace wbtrace::workload;

namespace {

/// A process that prepares the command, writes its pid to `out` and is killed.
void prepare_and_die(const std::string& marker, int out) {
    auto command = Command::prepare({.argv = {"touch", marker}});
    const pid_t pid = command ? command->pid() : -1;
    [[maybe_unused]] const ssize_t written = ::write(out, &pid, sizeof pid);
    ::kill(::getpid(), SIGKILL);
}

}  // namespace

TEST_CASE("the gate's end without a word ends the process and runs nothing") {
    const ScratchFolder folder;
    const std::string marker = folder.path() + "/marker";
    REQUIRE(::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0);
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    const pid_t tracer = ::fork();
    if (tracer == 0) prepare_and_die(marker, ends[1]);

    pid_t orphan = -1;
    REQUIRE(::read(ends[0], &orphan, sizeof orphan) == sizeof orphan);
    REQUIRE(orphan > 0);
    int status = 0;
    REQUIRE(::waitpid(tracer, &status, 0) == tracer);
    CHECK(WIFSIGNALED(status));
    pid_t reaped = 0;
    CHECK(eventually([&] { return (reaped = ::waitpid(orphan, &status, WNOHANG)) != 0; }));
    if (reaped == 0) ::kill(orphan, SIGKILL);  // a failure must not leave it behind
    CHECK(reaped == orphan);
    CHECK((WIFEXITED(status) && WEXITSTATUS(status) == 125));
    CHECK_FALSE(std::filesystem::exists(marker));
    ::close(ends[0]);
    ::close(ends[1]);
    ::prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0);
}
