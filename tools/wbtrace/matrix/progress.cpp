// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "matrix/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cmath>
#include <ctime>

#include "base/clock.h"
#include "base/printable.h"

namespace wbtrace {

namespace {

constexpr std::uint64_t progress_every_ns = 500'000'000;

/// One less than the terminal has: what fills a line may break it.
std::size_t columns_of_terminal() {
    winsize size{};
    const bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
    return (known ? size.ws_col : 80U) - 1U;
}

double seconds_since(std::uint64_t start_ns) {
    return static_cast<double>(clock_ns(CLOCK_MONOTONIC) - start_ns) / 1e9;
}

}  // namespace

std::string spoken_time(double seconds) {
    const auto whole = static_cast<std::uint64_t>(std::ceil(std::max(0.0, seconds)));
    if (whole < 60) return fmt::format("{} s", whole);
    if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
    return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

Progress::Progress(std::size_t cases) : cases_(cases), start_ns_(clock_ns(CLOCK_MONOTONIC)) {
    if (auto out = Output::to_stderr()) {
        terminal_ = out->is_terminal();
        talk_ = std::move(*out);
    }
}

void Progress::begin(const std::string& folder) {
    folder_ = printable(folder);
    step_.clear();
    ++index_;
    case_start_ns_ = clock_ns(CLOCK_MONOTONIC);
    show();
}

void Progress::step(const std::string& what) {
    step_ = what;
    show();
}

void Progress::tick() {
    if (clock_ns(CLOCK_MONOTONIC) - shown_ns_ >= progress_every_ns) show();
}

std::string Progress::times() const {
    if (run_ == 0) return {};
    const double each = seconds_since(start_ns_) / static_cast<double>(run_);
    const auto left = cases_ - index_ + 1;
    return fmt::format("  {:.1f}/min  ETA {}", 60 / each,
                       spoken_time(each * static_cast<double>(left)));
}

void Progress::show() {
    if (!terminal_ || !talk_) return;
    shown_ns_ = clock_ns(CLOCK_MONOTONIC);
    const auto columns = columns_of_terminal();
    const auto head = fmt::format("case {} of {}  ", index_, cases_);
    const auto tail =
        fmt::format("  {} {}{}", step_, spoken_time(seconds_since(case_start_ns_)), times());
    const auto room = columns - std::min(columns, head.size() + tail.size());
    const auto line = head + shorten_middle(folder_, std::max<std::size_t>(room, 8)) + tail;
    (void)talk_->write("\r" + shorten_middle(line, columns) + "\x1b[K");
    shown_ = true;
}

void Progress::clear() {
    if (shown_ && talk_) (void)talk_->write("\r\x1b[K");
    shown_ = false;
}

void Progress::say(const std::string& line) {
    clear();
    if (talk_) (void)talk_->write(line + "\n");
}

void Progress::end(const plan::CaseRecord& record) {
    using Status = plan::CaseRecord::Status;
    if (record.status != Status::skipped) ++run_;
    const bool done = record.status == Status::done;
    if (done && terminal_) return;
    auto line =
        fmt::format("case {} of {}  {} {}  {}", index_, cases_, plan::status_word(record.status),
                    spoken_time(seconds_since(case_start_ns_)), folder_);
    if (!done) line += ": " + printable(record.reason);
    say(line);
}

}  // namespace wbtrace
