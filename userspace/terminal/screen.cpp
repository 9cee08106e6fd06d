// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "terminal/screen.h"

#include <clocale>
#include <cstdlib>
#include <string_view>
#include <utility>

#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "terminal/crash_guard.h"
#include "terminal/curses_keys.h"
#include "terminal/curses_styles.h"

// Behind all others: it defines short words as macros.
#define NCURSES_NOMACROS
#define NCURSES_WIDECHAR 1
#include <curses.h>

namespace wbtrace::terminal {

namespace {

constexpr int escape_wait_ms = 25;  // behind Esc, for the rest of a key's sequence

/// ncurses, as a Screen.
class Curses final : public Screen {
public:
    Curses(std::unique_ptr<CrashGuard> guard, SCREEN* screen, bool color)
        : guard_(std::move(guard)), screen_(screen) {
        cbreak();
        noecho();
        nonl();
        nodelay(stdscr, TRUE);
        keypad(stdscr, TRUE);
        curs_set(0);
        set_escdelay(escape_wait_ms);
        styles_ = make_styles(color);
        guard_->arm();
    }
    ~Curses() override {
        endwin();
        guard_->disarm();
        delscreen(screen_);
    }
    Curses(const Curses&) = delete;
    Curses& operator=(const Curses&) = delete;

    [[nodiscard]] top::Size size() const override {
        return {static_cast<std::size_t>(COLS), static_cast<std::size_t>(LINES)};
    }

    void fit() override {
        winsize now{};
        if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &now) != 0 || now.ws_row == 0 || now.ws_col == 0)
            return;
        resizeterm(now.ws_row, now.ws_col);
    }

    void paint(const top::Grid& grid, bool anew) override {
        if (anew) clearok(curscr, TRUE);
        erase();
        const auto size = grid.size();
        for (std::size_t row = 0; row < size.rows; ++row)
            for (std::size_t column = 0; column < size.columns; ++column)
                put(static_cast<int>(row), static_cast<int>(column), grid.at(row, column));
        refresh();
    }

    std::optional<top::Key> key() override {
        for (;;) {
            wint_t code = 0;
            const int kind = get_wch(&code);
            if (kind == ERR) return std::nullopt;
            if (const auto key = key_of(kind == KEY_CODE_YES, code)) return key;
        }
    }

    // SIGTSTP is blocked, since ncurses must not do this in the midst of something.
    void stop() override {
        endwin();
        ::kill(::getpid(), SIGSTOP);
        fit();
        clearok(curscr, TRUE);
        refresh();
    }

private:
    void put(int row, int column, const top::Cell& cell) {
        if (cell.text.empty()) return;  // the right half of a wide character
        const auto& style = styles_[static_cast<std::size_t>(cell.style)];
        wchar_t text[CCHARW_MAX + 1] = {};
        const char* from = cell.text.c_str();
        std::mbstate_t state{};
        if (std::mbsrtowcs(text, &from, CCHARW_MAX, &state) == static_cast<std::size_t>(-1))
            text[0] = L'?';
        cchar_t character{};
        setcchar(&character, text, style.attributes, style.pair, nullptr);
        mvadd_wch(row, column, &character);
    }

    std::unique_ptr<CrashGuard> guard_;
    SCREEN* screen_;
    Styles styles_{};
};

/// Names are UTF-8, and so is nearly every terminal; a locale that knows none is one that was
/// not set.
void take_locale() {
    if (std::setlocale(LC_CTYPE, "") == nullptr || MB_CUR_MAX == 1)
        std::setlocale(LC_CTYPE, "C.UTF-8");
}

}  // namespace

Result<std::unique_ptr<Screen>> Screen::open(bool color) {
    take_locale();
    auto guard = std::make_unique<CrashGuard>();
    SCREEN* screen = newterm(nullptr, stdout, stdin);
    if (screen == nullptr)
        return fail("this terminal is not known", "set TERM to what it is, or give --batch");
    return std::make_unique<Curses>(std::move(guard), screen, color);
}

bool can_show_page() {
    const char* term = std::getenv("TERM");
    const bool knows = term != nullptr && *term != '\0' && std::string_view(term) != "dumb";
    return knows && ::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1;
}

}  // namespace wbtrace::terminal
