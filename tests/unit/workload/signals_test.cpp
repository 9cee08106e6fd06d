// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "workload/signals.h"

#include <unistd.h>

#include "tests/catch.h"
#include "tests/scratch_folder.h"
#include "workload/command.h"

using namespace wbtrace::workload;

namespace {

/// Puts a disposition in place for the length of a test.
class Disposition {
public:
    Disposition(int number, void (*handler)(int)) : number_(number) {
        struct sigaction action {};
        action.sa_handler = handler;
        ::sigaction(number, &action, &before_);
    }
    Disposition(const Disposition&) = delete;
    Disposition& operator=(const Disposition&) = delete;
    ~Disposition() { ::sigaction(number_, &before_, nullptr); }

private:
    int number_;
    struct sigaction before_ {};
};

/// The mask that /proc/PID/status shows under `key` for a command run with these signals.
unsigned long long mask_of(const std::string& key, const InheritedSignals& signals) {
    auto command = Command::prepare({.argv = {"sleep", "60"}, .signals = signals});
    REQUIRE(command);
    REQUIRE(command->release());
    const std::string status = read_file("/proc/" + std::to_string(command->pid()) + "/status");
    REQUIRE(command->send(SIGKILL));
    REQUIRE(command->wait());
    const auto at = status.find(key + ":\t");
    REQUIRE(at != std::string::npos);
    return std::stoull(status.substr(at + key.size() + 2), nullptr, 16);
}

constexpr unsigned long long bit(int number) { return 1ULL << (number - 1); }

}  // namespace

TEST_CASE("what the terminal sends is not sent to the command twice") {
    CHECK_FALSE(must_forward({.number = SIGINT, .from_terminal = true, .sender = 0}, 42));
    CHECK_FALSE(must_forward({.number = SIGHUP, .from_terminal = true, .sender = 0}, 42));
    CHECK(must_forward({.number = SIGINT, .from_terminal = false, .sender = 7}, 42));
    CHECK(must_forward({.number = SIGTERM, .from_terminal = false, .sender = 0}, 42));
    CHECK_FALSE(must_forward({.number = SIGTERM, .from_terminal = false, .sender = 42}, 42));
}

TEST_CASE("what means something to the command alone does not end us") {
    for (const int number : {SIGUSR1, SIGUSR2}) CHECK_FALSE(asks_to_end({.number = number}));
    for (const int number : {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGALRM})
        CHECK(asks_to_end({.number = number}));
}

TEST_CASE("signals arrive as values with their sender") {
    auto inbox = SignalInbox::open();
    REQUIRE(inbox);
    CHECK_FALSE(inbox->take());
    for (const int number : {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGALRM, SIGUSR1, SIGUSR2}) {
        ::kill(::getpid(), number);
        const auto signal = inbox->take();
        REQUIRE(signal);
        CHECK(signal->number == number);
        CHECK(signal->sender == ::getpid());
        CHECK_FALSE(signal->from_terminal);
    }
    CHECK_FALSE(inbox->take());
}

TEST_CASE("the inbox leaves everything as it was and drops what was not taken") {
    sigset_t before;
    sigset_t after;
    ::pthread_sigmask(SIG_SETMASK, nullptr, &before);
    {
        auto inbox = SignalInbox::open();
        REQUIRE(inbox);
        ::kill(::getpid(), SIGTERM);  // would end this test when the mask is restored
    }
    ::pthread_sigmask(SIG_SETMASK, nullptr, &after);
    for (int number = 1; number < SIGRTMIN; ++number) {
        CHECK(::sigismember(&before, number) == ::sigismember(&after, number));
    }
}

TEST_CASE("the command gets the mask and the dispositions that we were given") {
    sigset_t usr1;
    ::sigemptyset(&usr1);
    ::sigaddset(&usr1, SIGUSR1);
    sigset_t before;
    ::pthread_sigmask(SIG_BLOCK, &usr1, &before);
    const Disposition pipe(SIGPIPE, SIG_DFL);
    {
        auto inbox = SignalInbox::open();
        REQUIRE(inbox);
        const auto blocked = mask_of("SigBlk", inbox->inherited());
        CHECK((blocked & bit(SIGUSR1)) != 0);
        CHECK((blocked & (bit(SIGINT) | bit(SIGTERM) | bit(SIGHUP) | bit(SIGQUIT))) == 0);
        CHECK((mask_of("SigIgn", inbox->inherited()) & bit(SIGPIPE)) == 0);
    }
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

TEST_CASE("signals ignored at the start stay ignored for the command") {
    const Disposition pipe(SIGPIPE, SIG_IGN);
    const Disposition hangup(SIGHUP, SIG_IGN);
    const Disposition interrupt(SIGINT, SIG_IGN);
    const Disposition child(SIGCHLD, SIG_IGN);
    auto inbox = SignalInbox::open();
    REQUIRE(inbox);
    const auto ignored = mask_of("SigIgn", inbox->inherited());
    for (const int number : {SIGPIPE, SIGHUP, SIGINT, SIGCHLD}) {
        CHECK((ignored & bit(number)) != 0);
    }
}

TEST_CASE("nohup holds, and kill -INT of a background job still counts") {
    const Disposition hangup(SIGHUP, SIG_IGN);
    const Disposition interrupt(SIGINT, SIG_IGN);
    auto inbox = SignalInbox::open();
    REQUIRE(inbox);
    ::kill(::getpid(), SIGHUP);
    CHECK_FALSE(inbox->take());
    ::kill(::getpid(), SIGINT);
    const auto signal = inbox->take();
    REQUIRE(signal);
    CHECK(signal->number == SIGINT);
}

TEST_CASE("a write into a closed pipe is an error, not our end") {
    auto inbox = SignalInbox::open();
    REQUIRE(inbox);
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    ::close(ends[0]);
    CHECK(::write(ends[1], "x", 1) == -1);
    CHECK(errno == EPIPE);
    ::close(ends[1]);
}
