// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// The first lines: which machine, how full of dirty pages, what is lost.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/printable.h"
#include "top/loss_text.h"
#include "top/parts.h"
#include "views/local_time_text.h"

namespace wbtrace::top {

namespace {

constexpr std::size_t gap = 2;

/// Puts texts side by side, as long as there is room for whole ones.
class Line {
public:
    Line(Grid& grid, std::size_t row) : grid_(grid), row_(row) {}

    void add(const std::string& text, Style style = Style::plain) {
        const std::size_t at = column_ == 0 ? 0 : column_ + gap;
        if (column_ != 0 && at + display_width(text) > grid_.size().columns) return;
        column_ = grid_.put(row_, at, text, style);
    }
    [[nodiscard]] std::size_t room() const {
        const auto used = column_ + gap;
        return grid_.size().columns - std::min(used, grid_.size().columns);
    }

private:
    Grid& grid_;
    std::size_t row_;
    std::size_t column_ = 0;
};

std::string bytes_of(std::uint64_t pages, const model::HostFigures& host) {
    return amount_text(Unit::bytes, static_cast<double>(pages * host.page_bytes));
}

std::string clock(std::uint64_t ns) {
    const auto seconds = ns / 1'000'000'000;
    return fmt::format("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

void add_playback(const Playback& playback, Line& line) {
    const auto speed = playback.speed >= 1 ? fmt::format("{:.4g}x", playback.speed)
                                           : fmt::format("1/{:.4g}x", 1 / playback.speed);
    line.add(fmt::format("{} of {}", clock(playback.at_ns), clock(playback.length_ns)));
    line.add(playback.ended ? "the end" : speed, Style::strong);
    line.add(shorten_middle(printable(playback.file), 30), Style::faint);
}

void draw_first(const Moment& moment, const ViewState& state, Line line) {
    line.add("wbtrace top", Style::strong);
    if (!state.host.empty()) line.add(shorten_middle(printable(state.host), 24));
    if (moment.interval.taken_at) line.add(views::clock_text(*moment.interval.taken_at));
    if (moment.interval.interval) line.add(fmt::format("interval {:.3g} s", moment.seconds()));
    if (state.paused) line.add("PAUSED", Style::warning);
    if (state.playback)
        add_playback(*state.playback, line);
    else
        line.add("up " + clock(moment.whole.capture.duration_ns));
    line.add(printable(moment.interval.host.kernel), Style::faint);
}

/// The kernel lets writers sleep above the mean of both thresholds.
Style level(const model::PageState& pages) {
    const auto used = pages.dirty + pages.writeback;
    if (used > (pages.background_thresh + pages.thresh) / 2) return Style::alarm;
    return used > pages.background_thresh ? Style::warning : Style::good;
}

/// '#': dirty, '=': under writeback, '|': from here on it is written in the background; the end is
/// the limit.
std::string bar(const model::PageState& pages, std::size_t columns) {
    std::string bar(columns, ' ');
    const auto place = [&](std::uint64_t count) {
        if (pages.thresh == 0) return columns;
        const double part = static_cast<double>(count) / static_cast<double>(pages.thresh);
        return static_cast<std::size_t>(
            std::lround(std::min(part, 1.0) * static_cast<double>(columns)));
    };
    for (std::size_t i = 0; i < place(pages.dirty + pages.writeback); ++i)
        bar[i] = i < place(pages.dirty) ? '#' : '=';
    if (const auto mark = place(pages.background_thresh); mark < columns) bar[mark] = '|';
    return "[" + bar + "]";
}

void draw_dirty(const Moment& moment, Line line) {
    const auto& host = moment.interval.host;
    if (!host.page_state) {
        line.add("dirty pages: not recorded", Style::faint);
        return;
    }
    const auto& pages = *host.page_state;
    line.add("dirty " + bytes_of(pages.dirty, host) + "B", Style::strong);
    line.add("writeback " + bytes_of(pages.writeback, host) + "B");
    const auto limits = fmt::format("bg {}B  limit {}B", bytes_of(pages.background_thresh, host),
                                    bytes_of(pages.thresh, host));
    const auto needed = limits.size() + gap + 2;
    if (line.room() > needed + 5)
        line.add(bar(pages, std::min<std::size_t>(line.room() - needed, 60)), level(pages));
    line.add(limits);
}

/// Of the devices whose estimate moved in the interval.
std::string bandwidth(const model::Snapshot& interval) {
    if (!interval.throttle || interval.throttle->ratelimits.empty()) return "-";
    std::uint64_t sum = 0;
    for (const auto& limit : interval.throttle->ratelimits) sum += limit.avg_write_bandwidth;
    return amount_text(Unit::bytes, static_cast<double>(sum)) + "B/s";
}

void add_throttled(const model::Snapshot& interval, Line& line) {
    const auto now = interval.throttle ? interval.throttle->throttled_now : std::nullopt;
    const Style style = now && *now > 0 ? Style::alarm : Style::plain;
    line.add(now ? fmt::format("throttled now {}", *now) : "throttled now ?", style);
}

void draw_cost(const Moment& moment, const ViewState& state, Line line) {
    const auto& capture = moment.interval.capture;
    add_throttled(moment.interval, line);
    line.add("write bandwidth " + bandwidth(moment.interval));
    const auto lost = moment.whole.capture.lost_total();
    line.add(fmt::format("lost {}", lost), lost > 0 ? Style::alarm : Style::plain);
    const double events = static_cast<double>(capture.events) / moment.seconds();
    // A recording has it of the whole trace only; the first interval has that of the start as well.
    const bool starting = moment.interval.interval && moment.interval.interval->number == 1;
    if (!state.recorded && !starting) {
        const double cpu = static_cast<double>(capture.own_cpu_ns) / 1e9 / moment.seconds();
        line.add(fmt::format("own CPU {}%", amount_text(Unit::percent, cpu)));
    }
    line.add(fmt::format("{} records/s", amount_text(Unit::count, events)));
    // Where there is room; the help has all causes.
    const auto causes = losses_that_happened(moment.whole.capture.lost);
    if (const auto text = loss_text(causes, line.room()); !text.empty())
        line.add(text, Style::alarm);
}

}  // namespace

void draw_header(const Moment& moment, const ViewState& state, Area area, Grid& grid) {
    if (!moment.interval.interval) area.end = std::min(area.end, area.first + 1);
    if (area.rows() > 0) draw_first(moment, state, {grid, area.first});
    if (area.rows() > 1) draw_dirty(moment, {grid, area.first + 1});
    if (area.rows() > 2) draw_cost(moment, state, {grid, area.first + 2});
}

/// Short names when the line is too narrow for the long ones.
void draw_tabs(const ViewState& state, Area area, Grid& grid) {
    if (area.rows() == 0) return;
    std::size_t needed = 0;
    for (const PaneRow& pane : panes()) needed += std::string_view(pane.title).size() + 4;
    const std::size_t longest = needed <= grid.size().columns + 2 ? SIZE_MAX : 3;
    std::size_t column = 0;
    for (std::size_t i = 0; i < pane_count; ++i) {
        const PaneRow& pane = panes()[i];
        const auto text =
            fmt::format("{} {}", i + 1, std::string_view(pane.title).substr(0, longest));
        column = grid.put(area.first, column, text,
                          pane.pane == state.pane ? Style::chosen : Style::faint) +
                 gap;
    }
}

}  // namespace wbtrace::top
