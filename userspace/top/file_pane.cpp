// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <fmt/format.h>

#include "top/panes.h"
#include "top/row_values.h"
#include "views/attribution_rows.h"

namespace wbtrace::top {

namespace {

using model::FileFigures;
using model::RowRole;

const std::vector<Column>& file_columns() {
    static const std::vector<Column> columns = {
        {"dirty/s", "bytes dirtied in the page cache a second", Unit::bytes, 0, 0, true},
        {"wback/s", "bytes written back a second", Unit::bytes, 0, 0, true},
        {"read/s", "bytes read into the page cache a second", Unit::bytes, 1, 0, true},
        {"dir/s", "bytes of direct I/O a second, whose file is not known", Unit::bytes, 2, 0, true},
        {"req/s", "requests a second", Unit::count, 2, 0, true},
        {"req B", "bytes of a request, average", Unit::bytes, 3},
        {"sync/s", "calls of the fsync family that named it a second", Unit::count, 4, 0, true},
        {"sync p99", "99 of 100 of these calls are faster", Unit::time, 5},
        {"added/s", "pages added to the page cache a second", Unit::count, 7, 0, true},
        {"evict/s", "pages dropped from the page cache a second", Unit::count, 8, 0, true},
        {"dev", "number of its file system's device", Unit::text, 6, 8},
    };
    return columns;
}

std::string file_key(const FileFigures& row) {
    if (row.role == RowRole::other) return "other";
    if (row.role == RowRole::kind) return views::nobody_title(row, "");
    return fmt::format("{}/{}/{}", row.s_dev, row.inode, row.generation);
}

std::vector<Value> file_values(const FileFigures& row, const Moment& moment) {
    const auto average = row.average_request_bytes();
    const bool single = row.role == RowRole::single;
    return {rate(row.dirtied_bytes, moment, "files[].dirtied_bytes"),
            rate(row.charged.written_back_bytes, moment),
            rate(row.charged.fetched_bytes, moment),
            rate(row.charged.direct_bytes, moment),
            rate(row.charged.requests, moment),
            average ? number(*average) : Value{},
            !single     ? Value{}
            : row.syncs ? rate(row.syncs->calls(), moment)
                        : unknown(),
            !single     ? Value{}
            : row.syncs ? quantile(row.syncs->duration_ns, 0.99)
                        : unknown(),
            rate(row.added_pages, moment),
            rate(row.evicted_pages, moment),
            single ? word(row.dev) : Value{}};
}

bool shows_something(const FileFigures& row) {
    return row.weight() > 0 || row.charged.requests > 0 || (row.syncs && row.syncs->calls() > 0);
}

}  // namespace

Table file_table(const Moment& moment) {
    Table table;
    table.name_head = "file";
    table.name_first = false;
    table.narrowest_name = narrowest_path;
    table.columns = file_columns();
    table.empty = "No file was written or read in this interval.";
    explain(table, {"sync/s", "sync p99"}, moment, "sync_calls", "too many files had calls");
    explain(table, {"dirty/s"}, moment, "files[].dirtied_bytes", "");
    for (const auto& figures : moment.interval.files) {
        if (!shows_something(figures)) continue;
        Row row;
        row.key = file_key(figures);
        row.name = views::file_title(figures);
        if (figures.role == RowRole::single && figures.state == model::FileState::deleted)
            row.name += " (deleted)";
        row.values = file_values(figures, moment);
        row.last = figures.role == RowRole::other;
        table.rows.push_back(std::move(row));
    }
    return table;
}

}  // namespace wbtrace::top
