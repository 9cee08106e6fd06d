// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "terminal/crash_guard.h"

#include <signal.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <memory>
#include <string>

#define NCURSES_NOMACROS
#define NCURSES_WIDECHAR 1
#include <curses.h>

namespace wbtrace::terminal {

namespace {

constexpr std::array crashes = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS};

/// What the handler of a signal needs, which can be reached from nowhere else.
struct Saved {
    termios modes{};
    bool known = false;
    std::string sequence;  // leaves the page, shows the cursor
    std::atomic<bool> armed = false;
};

Saved& saved() {
    static const auto one = std::make_unique<Saved>();
    return *one;
}

void add_capability(const char* name, std::string& to) {
    const char* text = tigetstr(name);
    if (text != nullptr && text != reinterpret_cast<const char*>(-1)) to += text;
}

/// Only what a handler may call.
void give_back() {
    Saved& terminal = saved();
    if (!terminal.armed.exchange(false)) return;
    const auto written = ::write(STDOUT_FILENO, terminal.sequence.data(), terminal.sequence.size());
    static_cast<void>(written);
    if (terminal.known) ::tcsetattr(STDIN_FILENO, TCSANOW, &terminal.modes);
}

/// The signal's own action follows: this handler is called once.
void on_signal(int number) {
    give_back();
    ::raise(number);
}

void on_crash(void (*handler)(int)) {
    struct sigaction action {};
    action.sa_handler = handler;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    for (const int number : crashes) ::sigaction(number, &action, nullptr);
}

}  // namespace

CrashGuard::CrashGuard() { saved().known = ::tcgetattr(STDIN_FILENO, &saved().modes) == 0; }

void CrashGuard::arm() {
    Saved& terminal = saved();
    terminal.sequence.clear();
    for (const char* name : {"sgr0", "rmkx", "cnorm", "rmcup"})
        add_capability(name, terminal.sequence);
    terminal.armed = true;
    on_crash(on_signal);
}

void CrashGuard::disarm() {
    if (saved().armed.exchange(false)) on_crash(SIG_DFL);
}

}  // namespace wbtrace::terminal
