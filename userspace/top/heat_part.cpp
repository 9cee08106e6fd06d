// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// How long requests took, over time: a column for each interval, the last one at the right.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

#include "base/printable.h"
#include "top/order.h"
#include "top/parts.h"

namespace wbtrace::top {

namespace {

constexpr std::size_t label_columns = 8;
constexpr std::size_t tallest = 3;
constexpr std::array shades = {" ", "·", "░", "▒", "▓", "█"};
constexpr std::array shade_styles = {Style::plain,  Style::heat_1, Style::heat_2,
                                     Style::heat_3, Style::heat_4, Style::heat_5};

/// The bands that have something, and at least eight.
struct Bands {
    std::size_t lowest = 16;  // 65 us
    std::size_t highest = 23;
};

Bands bands_of(const std::vector<const HeatColumn*>& columns) {
    std::size_t lowest = heat_bands;
    std::size_t highest = 0;
    for (const auto* column : columns)
        for (std::size_t band = 0; band < heat_bands; ++band) {
            if (column->requests[band] == 0) continue;
            lowest = std::min(lowest, band);
            highest = std::max(highest, band);
        }
    if (lowest > highest) return {};
    while (highest - lowest < 7) {
        if (highest + 1 < heat_bands) ++highest;
        if (highest - lowest < 7 && lowest > 0) --lowest;
    }
    return {lowest, highest};
}

class HeatMap {
public:
    HeatMap(const History& history, const std::string& device, Area area, Grid& grid)
        : area_(area), grid_(grid), width_(grid.size().columns - label_columns) {
        for (const auto& column : history.heat(device))
            if (column.interval + width_ > history.intervals()) {
                columns_.push_back(&column);
                places_.push_back(width_ - 1 - (history.intervals() - column.interval));
            }
        bands_ = bands_of(columns_);
        const auto count = bands_.highest - bands_.lowest + 1;
        step_ = (count + area_.rows() - 1) / area_.rows();
        tall_ = std::clamp<std::size_t>(area_.rows() / lines(), 1, tallest);
        for (const auto* column : columns_)
            for (std::size_t line = 0; line < lines(); ++line)
                most_ = std::max(most_, requests(*column, line));
    }

    void draw() {
        for (std::size_t line = 0; line < lines(); ++line) {
            const std::size_t row = area_.first + line * tall_;
            const auto ns = static_cast<double>(std::uint64_t{1} << lowest_band(line));
            grid_.put(row, 0, fmt::format("{:>6}", amount_text(Unit::time, ns)), Style::faint);
            for (std::size_t i = 0; i < columns_.size(); ++i) {
                const auto shade = shade_of(requests(*columns_[i], line));
                for (std::size_t part = 0; part < tall_; ++part)
                    grid_.put(row + part, label_columns + places_[i], shades[shade],
                              shade_styles[shade]);
            }
        }
    }

    [[nodiscard]] std::size_t lines() const { return (bands_.highest - bands_.lowest) / step_ + 1; }
    /// Of the terminal.
    [[nodiscard]] std::size_t rows() const { return lines() * tall_; }
    [[nodiscard]] std::uint64_t most() const { return most_; }

private:
    /// The longest times stand on top.
    [[nodiscard]] std::size_t lowest_band(std::size_t line) const {
        return bands_.lowest + (lines() - 1 - line) * step_;
    }

    [[nodiscard]] std::uint64_t requests(const HeatColumn& column, std::size_t line) const {
        std::uint64_t sum = 0;
        const auto first = lowest_band(line);
        for (std::size_t band = first; band < std::min(first + step_, heat_bands); ++band)
            sum += column.requests[band];
        return sum;
    }

    /// By powers, since a single slow request among thousands is what one looks for.
    [[nodiscard]] std::size_t shade_of(std::uint64_t count) const {
        if (count == 0) return 0;
        const auto all = static_cast<std::size_t>(std::bit_width(most_));
        const auto mine = static_cast<std::size_t>(std::bit_width(count));
        return std::clamp<std::size_t>((mine * 5 + all - 1) / all, 1, 5);
    }

    Area area_;
    Grid& grid_;
    std::size_t width_;
    std::vector<const HeatColumn*> columns_;
    std::vector<std::size_t> places_;
    Bands bands_;
    std::size_t step_ = 1;  // bands in a line
    std::size_t tall_ = 1;  // rows of a line
    std::uint64_t most_ = 0;
};

}  // namespace

void draw_heat(const History& history, const ViewState& state, Area area, Grid& grid) {
    if (area.rows() < 4 || grid.size().columns < label_columns + 4)
        return draw_table(history, state, area, grid);
    const auto rows = rows_in_order(history, state, rows_in(area));
    if (rows.empty()) {
        grid.put(area.first, 0, history.table(state.pane).empty, Style::faint);
        return;
    }
    const Row& device = *rows[chosen_place(rows, state)].row;
    HeatMap map(history, device.key, {area.first + 1, area.end - 1}, grid);
    map.draw();
    grid.paint_row(area.first, Style::heading);
    grid.put(area.first, 0,
             fmt::format("{}: time of reads and writes in the device (D2C), {} of {} devices",
                         device.name, chosen_place(rows, state) + 1, rows.size()),
             Style::heading);
    const std::size_t axis = area.first + 1 + map.rows();
    if (axis >= area.end) return;
    const auto legend =
        fmt::format("a column an interval, █ up to {} requests; the last interval", map.most());
    const auto width = display_width(legend);
    grid.put(axis, grid.size().columns - std::min(width, grid.size().columns), legend,
             Style::faint);
}

}  // namespace wbtrace::top
