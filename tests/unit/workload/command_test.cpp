// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "workload/command.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <map>

#include "tests/catch.h"
#include "tests/scratch_folder.h"

using namespace wbtrace::workload;
using Words = std::vector<std::string>;

namespace {

RunEnd run(const Words& argv) {
    auto command = Command::prepare({.argv = argv});
    REQUIRE(command);
    REQUIRE(command->release());
    const auto end = command->wait();
    REQUIRE(end);
    return *end;
}

StartFailure start_failure(const std::string& name) {
    auto command = Command::prepare({.argv = {name}});
    REQUIRE(command);
    const auto released = command->release();
    REQUIRE_FALSE(released);
    return released.error();
}

using Descriptors = std::map<int, std::string>;

/// What a process has open, with where it leads to.
Descriptors descriptors_of(pid_t pid) {
    Descriptors result;
    for (const auto& entry :
         std::filesystem::directory_iterator("/proc/" + std::to_string(pid) + "/fd")) {
        std::error_code closed_meanwhile;
        const auto target = std::filesystem::read_symlink(entry.path(), closed_meanwhile);
        if (!closed_meanwhile) result[std::stoi(entry.path().filename())] = target;
    }
    return result;
}

/// Those that an exec of this process passes on.
Descriptors inheritable() {
    Descriptors result = descriptors_of(::getpid());
    std::erase_if(result, [](const auto& entry) {
        const int flags = ::fcntl(entry.first, F_GETFD);
        return flags < 0 || (flags & FD_CLOEXEC) != 0;
    });
    return result;
}

}  // namespace

TEST_CASE("the command's exit code is kept") {
    const RunEnd end = run({"sh", "-c", "exit 7"});
    CHECK(end.exit_code == 7);
    CHECK_FALSE(end.signal);
    CHECK(end.exit_status() == 7);
}

TEST_CASE("death by a signal is told apart from an exit code") {
    const RunEnd end = run({"sh", "-c", "kill -KILL $$"});
    CHECK(end.signal == SIGKILL);
    CHECK_FALSE(end.exit_code);
    CHECK(end.exit_status() == 137);
}

TEST_CASE("times are the command's own") {
    const RunEnd slept = run({"sleep", "0.2"});
    CHECK(slept.wall_ns() >= 200'000'000);
    CHECK(slept.user_ns + slept.sys_ns < slept.wall_ns());
    const RunEnd span = run({"sh", "-c", "i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done"});
    CHECK(span.user_ns > 0);
    CHECK(span.end_ns > slept.end_ns);
}

TEST_CASE("a command that is not there gives 127") {
    const StartFailure failure = start_failure("wbtrace-no-such-command");
    CHECK(failure.exit_status == 127);
    CHECK(failure.what == "cannot run 'wbtrace-no-such-command': no such command in PATH");
    CHECK(start_failure("/nowhere/tool").what ==
          "cannot run '/nowhere/tool': No such file or directory");
    CHECK(start_failure("").exit_status == 127);
}

TEST_CASE("a command that cannot be executed gives 126") {
    const ScratchFolder folder;
    CHECK(start_failure(folder.path()).exit_status == 126);
    const std::string script = folder.write("script", "#!/bin/sh\nexit 0\n");
    ::chmod(script.c_str(), 0644);
    const StartFailure failure = start_failure(script);
    CHECK(failure.exit_status == 126);
    CHECK(failure.what == "cannot run '" + script + "': Permission denied");
    CHECK(start_failure(script + "/below").exit_status == 126);
}

TEST_CASE("a folder of PATH that is closed to the user does not turn 127 into 126") {
    const ScratchFolder folder;
    ::chmod(folder.path().c_str(), 0);
    const std::string before = std::getenv("PATH");
    ::setenv("PATH", (folder.path() + ":" + before).c_str(), 1);
    CommandSpec spec{.argv = {"wbtrace-no-such-command"}};
    if (::geteuid() == 0) spec.run_as = *user_identity("daemon");  // root is let in
    auto command = Command::prepare(spec);
    REQUIRE(command);
    const auto released = command->release();
    ::setenv("PATH", before.c_str(), 1);
    ::chmod(folder.path().c_str(), 0755);  // so that it can be removed
    REQUIRE_FALSE(released);
    CHECK(released.error().exit_status == 127);
}

TEST_CASE("a missing interpreter is not taken for a missing command") {
    const ScratchFolder folder;
    const std::string script = folder.write("script", "#!/nowhere/interpreter\n");
    ::chmod(script.c_str(), 0755);
    const StartFailure failure = start_failure(script);
    CHECK(failure.what ==
          "cannot run '" + script + "': the interpreter that it names does not exist");
}

TEST_CASE("hostile bytes in the command's name are escaped") {
    CHECK(start_failure("a\n\x1b[31m").what.find_first_of("\n\x1b") == std::string::npos);
}

TEST_CASE("nothing runs before the release, and nothing after a drop") {
    const ScratchFolder folder;
    const std::string marker = folder.path() + "/marker";
    pid_t pid = 0;
    {
        auto command = Command::prepare({.argv = {"touch", marker}});
        REQUIRE(command);
        pid = command->pid();
        ::usleep(100'000);
        CHECK_FALSE(std::filesystem::exists(marker));
    }
    CHECK(::kill(pid, 0) == -1);  // ended and reaped
    CHECK_FALSE(std::filesystem::exists(marker));

    auto command = Command::prepare({.argv = {"touch", marker}});
    REQUIRE(command);
    REQUIRE(command->release());
    CHECK(command->wait()->exit_code == 0);
    CHECK(std::filesystem::exists(marker));
}

TEST_CASE("a process killed at the gate ends by that signal") {
    auto command = Command::prepare({.argv = {"true"}});
    REQUIRE(command);
    ::kill(command->pid(), SIGKILL);
    CHECK(command->release());
    CHECK(command->wait()->signal == SIGKILL);
}

TEST_CASE("the end can be asked for without waiting") {
    auto command = Command::prepare({.argv = {"sleep", "10"}});
    REQUIRE(command);
    REQUIRE(command->release());
    const auto still_running = command->try_reap();
    REQUIRE(still_running);
    CHECK_FALSE(*still_running);
    REQUIRE(command->send(SIGTERM));
    CHECK(command->wait()->signal == SIGTERM);
    CHECK(command->send(SIGTERM));
    CHECK_FALSE(command->try_reap());  // there is only one end
}

TEST_CASE("words reach the command untouched") {
    const ScratchFolder folder;
    const std::string file = folder.path() + "/out";
    const std::string long_word(100'000, 'x');  // one word may have 128 KiB
    Words argv = {"sh", "-c", "for w; do printf '%s\\n' \"$w\"; done > " + file, "sh"};
    const Words words = {"", "--", "-v", "two words", "*", "\xff", long_word};
    argv.insert(argv.end(), words.begin(), words.end());
    CHECK(run(argv).exit_code == 0);
    std::string expected;
    for (const std::string& word : words) expected += word + "\n";
    CHECK(read_file(file) == expected);
}

TEST_CASE("ten thousand words are no problem") {
    Words argv = {"sh", "-c", "exit $(($# - 9999))", "sh"};
    argv.insert(argv.end(), 10'000, "a rather longish word of an argument list");
    CHECK(run(argv).exit_code == 1);
}

TEST_CASE("the command has exactly the descriptors that we were given") {
    const Descriptors given = inheritable();
    auto command = Command::prepare({.argv = {"sleep", "60"}});
    REQUIRE(command);
    REQUIRE(command->release());
    // The loader has files open for a moment; a leak would stay.
    CHECK(eventually([&] { return descriptors_of(command->pid()) == given; }));
    REQUIRE(command->send(SIGKILL));
    CHECK(command->wait()->signal == SIGKILL);
}

TEST_CASE("the command stays in our process group") {
    const ScratchFolder folder;
    const std::string file = folder.path() + "/stat";
    run({"sh", "-c", "read -r _ _ _ _ group _ < /proc/$$/stat; echo $group > " + file});
    CHECK(read_file(file) == std::to_string(::getpgrp()) + "\n");
}
