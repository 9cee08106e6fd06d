// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <fmt/format.h>

#include "top/panes.h"
#include "top/row_values.h"
#include "views/attribution_rows.h"

namespace wbtrace::top {

namespace {

using model::CgroupFigures;
using model::RowRole;

const std::vector<Column>& cgroup_columns() {
    static const std::vector<Column> columns = {
        {"dirty/s", "bytes its tasks dirtied a second", Unit::bytes, 0, 0, true},
        {"wback/s", "bytes written back for it a second", Unit::bytes, 0, 0, true},
        {"dir/s", "bytes of direct I/O a second", Unit::bytes, 2, 0, true},
        {"read/s", "bytes read into the page cache for it a second", Unit::bytes, 3, 0, true},
        {"thr%", "time put to sleep for dirtying pages, of one thread", Unit::percent, 1, 5},
        {"blk/s", "bytes that the block layer charges it with a second", Unit::bytes, 4, 0, true},
        {"req/s", "requests charged to it a second", Unit::count, 5, 0, true},
    };
    return columns;
}

std::string cgroup_key(const CgroupFigures& row) {
    if (row.role == RowRole::other) return "other";
    if (row.role == RowRole::kind) return views::nobody_title(row, "");
    return fmt::format("{}", row.id);
}

std::vector<Value> cgroup_values(const CgroupFigures& row, const Moment& moment) {
    return {rate(row.dirtied_bytes, moment, "cgroups[].dirtied_bytes"),
            rate(row.charged.written_back_bytes, moment),
            rate(row.charged.direct_bytes, moment),
            rate(row.charged.fetched_bytes, moment),
            views::why_unavailable(moment.interval, "cgroups[].throttle_ns")
                ? unknown()
                : share(row.throttle_ns, moment),
            rate(row.block_charged_bytes, moment),
            rate(row.charged.requests, moment)};
}

}  // namespace

Table cgroup_table(const Moment& moment) {
    Table table;
    table.name_head = "cgroup";
    table.name_first = false;
    table.narrowest_name = narrowest_path;
    table.columns = cgroup_columns();
    table.empty = "No cgroup was charged with anything in this interval.";
    for (const auto& figures : moment.interval.cgroups) {
        Row row;
        row.key = cgroup_key(figures);
        row.name = views::cgroup_title(figures);
        row.values = cgroup_values(figures, moment);
        row.last = figures.role == RowRole::other;
        table.rows.push_back(std::move(row));
    }
    return table;
}

}  // namespace wbtrace::top
