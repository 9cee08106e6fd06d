// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Where the time of processes went: the time budget of an interval.
#include <fmt/format.h>

#include <array>

#include "base/printable.h"
#include "top/panes.h"
#include "top/row_values.h"

namespace wbtrace::top {

namespace {

using model::BudgetRow;
using model::TimePart;

struct PartColumn {
    const char* head;
    unsigned rank;
    TimePart part;
};

constexpr std::array part_columns = {
    PartColumn{"throt", 0, TimePart::throttle},   PartColumn{"wback", 0, TimePart::writeback},
    PartColumn{"read", 1, TimePart::read},        PartColumn{"dio", 1, TimePart::direct_io},
    PartColumn{"fsync", 1, TimePart::fsync_data}, PartColumn{"jrnl", 1, TimePart::journal},
    PartColumn{"tag", 4, TimePart::request_tag},  PartColumn{"ctl", 5, TimePart::io_controller},
    PartColumn{"recl", 6, TimePart::reclaim},     PartColumn{"lock", 3, TimePart::lock},
    PartColumn{"runq", 2, TimePart::runnable},    PartColumn{"usr", 8, TimePart::cpu_user},
    PartColumn{"sys", 7, TimePart::cpu_kernel},   PartColumn{"uring", 10, TimePart::io_uring},
    PartColumn{"sleep", 11, TimePart::sleep},     PartColumn{"other", 9, TimePart::other},
};
static_assert(part_columns.size() == model::time_part_count);

/// What a process waits in for storage, or for memory that storage must free.
constexpr std::array stalls = {
    TimePart::throttle,    TimePart::writeback,     TimePart::read,
    TimePart::direct_io,   TimePart::fsync_data,    TimePart::journal,
    TimePart::request_tag, TimePart::io_controller, TimePart::reclaim,
};

const std::vector<Column>& waits_columns() {
    static const std::vector<Column> columns = [] {
        std::vector<Column> made = {
            {"pid", "number of the process, or thread", Unit::text, 0, 7},
            {"stall", "waits for storage in all, % of one thread", Unit::percent, 0, 5}};
        for (const auto& one : part_columns)
            made.push_back({one.head, model::time_part_titles[static_cast<std::size_t>(one.part)],
                            Unit::percent, one.rank, 5});
        return made;
    }();
    return columns;
}

std::vector<Value> waits_values(const BudgetRow& row, const Moment& moment) {
    std::uint64_t stalled_ns = 0;
    for (const TimePart part : stalls) stalled_ns += row.parts[part];
    std::vector<Value> values = {word(fmt::format("{}", row.thread != 0 ? row.thread : row.tgid)),
                                 share(stalled_ns, moment)};
    for (const auto& one : part_columns) values.push_back(share(row.parts[one.part], moment));
    return values;
}

std::string why_no_waits(const Moment& moment) {
    if (const auto* why = views::why_unavailable(moment.interval, "time_budget"))
        return "Not available: " + *why;
    return "The time of threads is not followed: start with --time-budget.";
}

}  // namespace

Table waits_table(const Moment& moment) {
    Table table;
    table.name_head = "process";
    table.narrowest_name = longest_comm;
    table.columns = waits_columns();
    const auto& budget = moment.interval.time_budget;
    table.empty = budget ? "No thread has run or waited yet." : why_no_waits(moment);
    if (!budget) return table;
    for (const auto& figures : budget->rows) {
        // One that ended before: how its CPU time is divided may still change by a little.
        if (figures.wall_ns == 0) continue;
        Row row;
        row.key = fmt::format("{}/{}/{}", figures.tgid, figures.thread, figures.birth);
        row.name = figures.comm.empty() ? "?" : printable(figures.comm);
        row.values = waits_values(figures, moment);
        table.rows.push_back(std::move(row));
    }
    return table;
}

}  // namespace wbtrace::top
