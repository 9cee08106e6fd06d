// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "top/moment.h"
#include "top/panes.h"

namespace wbtrace::top {

/// Requests of a device in one interval, by the power of two of their D2C time in ns (Q2C of a
/// device without requests), reads and writes together.
inline constexpr std::size_t heat_bands = 36;
struct HeatColumn {
    std::uint64_t interval = 0;  ///< its number
    std::array<std::uint32_t, heat_bands> requests{};
};

/// What the intervals before leave behind for the page: an order that does not jump, rows that
/// ended, the course of figures over time. Its size follows the rows of the last two intervals
/// and is bounded over time.
class History {
public:
    static constexpr std::size_t most_intervals = 300;  ///< that are remembered

    /// An interval has ended.
    void advance(const Moment& moment);

    /// The rows of the last interval; those that were there in the one before only are marked.
    [[nodiscard]] const Table& table(Pane pane) const;

    /// By what rows are ordered: the mean of this interval's figure and the smoothed one of the
    /// interval before; empty without a figure.
    [[nodiscard]] std::optional<double> smoothed(Pane pane, const std::string& key,
                                                 std::size_t column) const;

    /// The figure by which the pane is sorted at first, oldest first; as far back as the row goes.
    [[nodiscard]] std::vector<double> course(Pane pane, const std::string& key) const;

    /// Of a device, oldest first; intervals without a request of it are left out.
    [[nodiscard]] const std::deque<HeatColumn>& heat(const std::string& device) const;

    [[nodiscard]] std::uint64_t intervals() const { return intervals_; }

    /// What was lost since the start of the trace, by cause: only those that happened, the most
    /// frequent first.
    [[nodiscard]] const std::vector<model::Loss>& losses() const { return losses_; }

private:
    struct Past {
        std::vector<std::optional<double>> smoothed;
        std::deque<float> course;
    };
    struct PanePast {
        Table table;
        std::map<std::string, Past> rows;
    };

    void advance(PanePast& past, Table table, std::size_t course_column);
    void add_heat(const model::Snapshot& interval);

    std::array<PanePast, pane_count> panes_;
    std::map<std::string, std::deque<HeatColumn>> heat_;  // by the key of the device
    std::deque<HeatColumn> no_heat_;
    std::uint64_t intervals_ = 0;
    std::vector<model::Loss> losses_;
};

}  // namespace wbtrace::top
