// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "workload/wait.h"

#include <unistd.h>

#include <filesystem>
#include <thread>
#include <vector>

#include "tests/catch.h"
#include "tests/scratch_folder.h"

using namespace wbtrace::workload;
using namespace std::chrono_literals;

namespace {

/// A shell that runs `script` with $0 = `argument`, released.
Command started(const SignalInbox& inbox, const std::string& script, const std::string& argument) {
    auto command =
        Command::prepare({.argv = {"sh", "-c", script, argument}, .signals = inbox.inherited()});
    REQUIRE(command);
    REQUIRE(command->release());
    return std::move(*command);
}

}  // namespace

TEST_CASE("the wait ends with the command") {
    auto inbox = SignalInbox::open();
    REQUIRE(inbox);
    auto command = started(*inbox, "sleep 0.1; exit 7", "sh");
    const auto outcome = wait_for_end(command, *inbox);
    REQUIRE(outcome);
    CHECK(outcome->end == WaitEnd::command_ended);
    CHECK(outcome->run->exit_code == 7);
    CHECK_FALSE(outcome->signal);
}

TEST_CASE("SIGTERM sent to us reaches the command") {
    const ScratchFolder folder;
    const std::string ready = folder.path() + "/ready";
    auto inbox = SignalInbox::open();
    REQUIRE(inbox);
    auto command =
        started(*inbox, "trap 'exit 42' TERM; : > \"$0\"; while :; do sleep 0.05; done", ready);
    REQUIRE(eventually([&] { return std::filesystem::exists(ready); }));
    ::kill(::getpid(), SIGTERM);
    const auto outcome = wait_for_end(command, *inbox);
    REQUIRE(outcome);
    CHECK(outcome->run->exit_code == 42);
    CHECK(outcome->signal->number == SIGTERM);
}

TEST_CASE("a limit and ticks end the wait, the command goes on") {
    auto inbox = SignalInbox::open();
    REQUIRE(inbox);
    auto command = started(*inbox, "exec sleep 60", "sh");
    const auto limited = wait_for_end(command, *inbox, {.at_most = 50ms});
    REQUIRE(limited);
    CHECK(limited->end == WaitEnd::time_over);
    CHECK_FALSE(limited->run);

    int ticks = 0;
    const auto ticked =
        wait_for_end(command, *inbox, {.on_tick = [&] { return ++ticks < 3; }, .tick = 5ms});
    REQUIRE(ticked);
    CHECK(ticked->end == WaitEnd::tick_ended_it);
    CHECK(ticks == 3);

    REQUIRE(command.send(SIGKILL));
    CHECK(wait_for_end(command, *inbox)->run->signal == SIGKILL);
}

TEST_CASE("a wait that only an end is asked of is not ended by SIGUSR1") {
    auto inbox = SignalInbox::open();
    REQUIRE(inbox);
    ::kill(::getpid(), SIGUSR1);
    const auto outcome = wait_for_signal(*inbox, {.at_most = 50ms, .any_signal = false});
    CHECK(outcome->end == WaitEnd::time_over);
    ::kill(::getpid(), SIGUSR1);
    CHECK(wait_for_signal(*inbox, {.at_most = 10s})->end == WaitEnd::signalled);
}

TEST_CASE("without a command the first signal or the limit ends the wait") {
    auto inbox = SignalInbox::open();
    REQUIRE(inbox);
    const auto before = std::chrono::steady_clock::now();
    CHECK(wait_for_signal(*inbox, {.at_most = 50ms})->end == WaitEnd::time_over);
    CHECK(std::chrono::steady_clock::now() - before >= 50ms);
    ::kill(::getpid(), SIGINT);
    const auto outcome = wait_for_signal(*inbox, {.at_most = 10s});
    REQUIRE(outcome);
    CHECK(outcome->end == WaitEnd::signalled);
    CHECK(outcome->signal->number == SIGINT);
}

TEST_CASE("a slow tick does not shift the ones behind it") {
    auto inbox = SignalInbox::open();
    REQUIRE(inbox);
    const auto start = std::chrono::steady_clock::now();
    std::vector<std::chrono::milliseconds> ticks;
    const auto outcome = wait_for_signal(
        *inbox, {.on_tick =
                     [&] {
                         ticks.push_back(std::chrono::duration_cast<std::chrono::milliseconds>(
                             std::chrono::steady_clock::now() - start));
                         if (ticks.size() == 1) std::this_thread::sleep_for(600ms);
                         return ticks.size() < 3;
                     },
                 .tick = 400ms});
    REQUIRE(outcome);
    REQUIRE(ticks.size() == 3);
    CHECK(ticks[0] >= 400ms);
    CHECK(ticks[1] >= 1000ms);  // late
    CHECK(ticks[2] >= 1200ms);
    CHECK(ticks[2] < 1390ms);  // not 400 ms after the late one
}
