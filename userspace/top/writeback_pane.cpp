// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <fmt/format.h>

#include <algorithm>

#include "base/printable.h"
#include "top/panes.h"
#include "top/row_values.h"

namespace wbtrace::top {

namespace {

using model::WritebackReason;
using model::WritebackWork;

const std::vector<Column>& writeback_columns() {
    static const std::vector<Column> columns = {
        {"device", "the device, or its bdi", Unit::text, 0, 10},
        {"state", "running now, or the works that ended in the interval", Unit::text, 0, 7},
        {"age", "since the running work was started", Unit::time, 0},
        {"done B", "bytes the running work has written so far", Unit::bytes, 0},
        {"works/s", "works that ended a second", Unit::count, 1, 0, true},
        {"wB/s", "bytes that works which ended have written, a second", Unit::bytes, 1, 0, true},
        {"wait p99", "queued to started, 99 of 100 are faster", Unit::time, 3},
        {"took p50", "started to finished, median", Unit::time, 4},
        {"took p99", "started to finished, 99 of 100 are faster", Unit::time, 2},
        {"for", "who queued the running work", Unit::text, 5, 15},
    };
    return columns;
}

std::string ended_key(const WritebackReason& row) { return row.reason + "/" + row.bdi; }

Row ended_row(const WritebackReason& figures, const Moment& moment) {
    Row row;
    row.key = ended_key(figures);
    row.name = printable(figures.reason);
    const auto page_bytes = moment.interval.host.page_bytes;
    row.values = {word(printable(figures.device)),
                  word("ended"),
                  {},
                  {},
                  rate(figures.works, moment),
                  rate(figures.pages * page_bytes, moment),
                  quantile(figures.queued_to_started_ns, 0.99),
                  quantile(figures.started_to_finished_ns, 0.5),
                  quantile(figures.started_to_finished_ns, 0.99),
                  {}};
    return row;
}

Row running_row(const WritebackWork& work, const Moment& moment) {
    Row row;
    row.key = fmt::format("{}/{}/{}", work.reason, work.device, work.started_ns);
    row.name = printable(work.reason);
    const auto now_ns = moment.whole.capture.duration_ns;
    row.values = {word(printable(work.device)),
                  word("running"),
                  number(now_ns - std::min(now_ns, work.started_ns)),
                  number(work.pages * moment.interval.host.page_bytes),
                  {},
                  {},
                  {},
                  {},
                  {},
                  word(printable(work.requester_comm))};
    return row;
}

}  // namespace

Table writeback_table(const Moment& moment) {
    Table table;
    table.name_head = "reason";
    table.columns = writeback_columns();
    table.empty = "No writeback is running, and none ended in this interval.";
    const auto& writeback = moment.interval.writeback;
    if (!writeback) {
        const auto* why = views::why_unavailable(moment.interval, "writeback");
        table.empty = "Not available: " + (why ? *why : std::string("it was not traced"));
        return table;
    }
    if (writeback->running)
        for (const auto& work : *writeback->running)
            table.rows.push_back(running_row(work, moment));
    for (const auto& reason : writeback->by_reason) table.rows.push_back(ended_row(reason, moment));
    return table;
}

std::vector<Spread> writeback_spreads(const Moment& moment, const std::string& key) {
    if (!moment.interval.writeback) return {};
    for (const auto& row : moment.interval.writeback->by_reason)
        if (ended_key(row) == key)
            return {{"started to finished", row.started_to_finished_ns},
                    {"queued to started", row.queued_to_started_ns}};
    return {};
}

}  // namespace wbtrace::top
