// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <fmt/format.h>

#include "base/printable.h"
#include "top/panes.h"
#include "top/row_values.h"
#include "views/attribution_rows.h"

namespace wbtrace::top {

namespace {

using model::ProcessFigures;
using model::RowRole;

const std::vector<Column>& process_columns() {
    static const std::vector<Column> columns = {
        {"pid", "number of the process, or thread", Unit::text, 0, 7},
        {"dirty/s", "bytes dirtied in the page cache a second", Unit::bytes, 0, 0, true},
        {"wback/s", "bytes written back for it a second", Unit::bytes, 0, 0, true},
        {"dir/s", "bytes of direct I/O a second", Unit::bytes, 1, 0, true},
        {"read/s", "bytes read into the page cache for it a second", Unit::bytes, 2, 0, true},
        {"thr%", "time put to sleep for dirtying pages, of one thread", Unit::percent, 0, 5},
        {"sync/s", "calls of the fsync family a second", Unit::count, 3, 0, true},
        {"sync avg", "time of such a call, average", Unit::time, 7},
        {"sync p99", "99 of 100 of these calls are faster", Unit::time, 4},
        {"Q2C p99", "queued to completed, 99 of 100 requests are faster", Unit::time, 5},
        {"req/s", "requests charged to it a second", Unit::count, 6, 0, true},
        {"iss/s", "bytes it gave to the device itself a second", Unit::bytes, 7, 0, true},
        {"thrds", "threads that were seen", Unit::count, 8},
    };
    return columns;
}

std::string process_key(const ProcessFigures& row) {
    if (row.role == RowRole::other) return "other";
    if (row.role == RowRole::kind) return views::nobody_title(row, "");
    return fmt::format("{}/{}/{}", row.tgid, row.thread, row.generation);
}

Value pid_of(const ProcessFigures& row) {
    if (row.role != RowRole::single) return {};
    return word(fmt::format("{}", row.thread != 0 ? row.thread : row.tgid));
}

/// Kinds and folded rows make no calls that could be told.
Value sync_rate(const ProcessFigures& row, const Moment& moment) {
    if (row.role != RowRole::single) return {};
    return row.syncs ? rate(row.syncs->calls(), moment) : unknown();
}

template <typename Pick>
Value sync_time(const ProcessFigures& row, Pick pick) {
    if (row.role != RowRole::single) return {};
    if (!row.syncs) return unknown();
    return row.syncs->calls() == 0 ? Value{} : pick(row.syncs->duration_ns);
}

std::vector<Value> process_values(const ProcessFigures& row, const Moment& moment) {
    return {pid_of(row),
            rate(row.dirtied_bytes, moment, "processes[].dirtied_bytes"),
            rate(row.charged.written_back_bytes, moment),
            rate(row.charged.direct_bytes, moment),
            rate(row.charged.fetched_bytes, moment),
            views::why_unavailable(moment.interval, "processes[].throttle_ns")
                ? unknown()
                : share(row.throttle_ns, moment),
            sync_rate(row, moment),
            sync_time(row, [](const auto& ns) { return number(ns.mean()); }),
            sync_time(row, [](const auto& ns) { return quantile(ns, 0.99); }),
            quantile(row.q2c_ns, 0.99),
            rate(row.charged.requests, moment),
            rate(row.issued.bytes, moment),
            row.role == RowRole::single ? number(row.threads) : Value{}};
}

bool shows_something(const ProcessFigures& row) {
    return row.weight() > 0 || row.charged.requests > 0 || row.issued.requests > 0 ||
           row.throttle_ns > 0 || (row.syncs && row.syncs->calls() > 0);
}

}  // namespace

Table process_table(const Moment& moment) {
    Table table;
    table.name_head = "process";
    table.narrowest_name = longest_comm;
    table.columns = process_columns();
    table.empty = "No process has written or read in this interval.";
    explain(table, {"sync/s", "sync avg", "sync p99"}, moment, "sync_calls",
            "the process is not told from others of its number, or too many made calls");
    explain(table, {"dirty/s"}, moment, "processes[].dirtied_bytes", "");
    explain(table, {"thr%"}, moment, "processes[].throttle_ns", "");
    for (const auto& figures : moment.interval.processes) {
        if (!shows_something(figures)) continue;
        Row row;
        row.key = process_key(figures);
        row.name = figures.role != RowRole::single ? views::nobody_title(figures, "processes")
                   : figures.comm.empty()          ? "?"
                                                   : printable(figures.comm);
        row.values = process_values(figures, moment);
        row.last = figures.role == RowRole::other;
        table.rows.push_back(std::move(row));
    }
    return table;
}

std::vector<Spread> process_spreads(const Moment& moment, const std::string& key) {
    for (const auto& row : moment.interval.processes)
        if (process_key(row) == key)
            return {{"Q2C of its requests", row.q2c_ns},
                    {"its sync calls", row.syncs ? row.syncs->duration_ns : model::Histogram{}}};
    return {};
}

}  // namespace wbtrace::top
