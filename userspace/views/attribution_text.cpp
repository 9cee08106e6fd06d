// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Who: processes and cgroups.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "views/attribution_rows.h"
#include "views/text_sections.h"
#include "views/text_table.h"
#include "views/units_text.h"

namespace wbtrace::views {

namespace {

std::string process_name(const model::ProcessFigures& process, bool has_command) {
    if (process.role != model::RowRole::single) return nobody_title(process, "processes");
    const auto name = process.comm.empty() ? "?" : printable(process.comm);
    return name + (has_command && process.in_scope ? " *" : "");
}

std::string number_of(const model::ProcessFigures& process) {
    if (process.role != model::RowRole::single) return "";
    return fmt::format("{}", process.thread != 0 ? process.thread : process.tgid);
}

std::string time_or_dash(std::uint64_t ns) { return ns ? duration_text(ns) : "-"; }

bool called_sync(const model::ProcessFigures* row) { return row->syncs && row->syncs->calls() > 0; }

bool process_says_something(const model::ProcessFigures& row) {
    return row.weight() > 0 || row.charged.requests > 0 || row.throttle_ns > 0 || called_sync(&row);
}

std::string latency_text(const model::Histogram& ns) {
    return ns.empty() ? "-" : duration_text(ns.quantile(0.99));
}

}  // namespace

void write_processes(TextPage& page, const model::Snapshot& snapshot, const TextOptions& options) {
    const bool has_command = snapshot.run.has_value();
    const auto rows = picked(snapshot.processes, options, process_says_something,
                             [=](const auto& row) { return has_command && row.in_scope; });
    if (rows.shown.empty()) return;
    const bool marked = std::any_of(rows.shown.begin(), rows.shown.end(),
                                    [](const auto* row) { return row->in_scope; });
    const bool by_thread = std::any_of(rows.shown.begin(), rows.shown.end(),
                                       [](const auto* row) { return row->thread != 0; });
    // A column that would be empty is left out: names need the room.
    const bool waited = std::any_of(rows.shown.begin(), rows.shown.end(),
                                    [](const auto* row) { return row->throttle_ns > 0; });
    const bool synced = std::any_of(rows.shown.begin(), rows.shown.end(), called_sync);
    page.title(has_command && marked ? "Who (* this command)" : "Who");
    std::vector<std::string> heads = {
        "process", by_thread ? "thread" : "pid", "dirtied", "issued", "charged", "Q2C p99"};
    if (waited) heads.emplace_back("throttled");
    if (synced) heads.emplace_back("fsyncs");
    TextTable table(heads, 1);
    for (const auto* row : rows.shown) {
        const bool nobody = row->role == model::RowRole::kind;
        std::vector<std::string> cells = {
            process_name(*row, has_command),
            number_of(*row),
            nobody ? "-" : dirtied_text(snapshot, "processes[].dirtied_bytes", row->dirtied_bytes),
            bytes_or_dash(row->issued.bytes),
            bytes_or_dash(row->charged.bytes),
            latency_text(row->q2c_ns)};
        if (waited) cells.push_back(time_or_dash(row->throttle_ns));
        if (synced) cells.push_back(called_sync(row) ? count_text(row->syncs->calls()) : "-");
        table.row(std::move(cells));
    }
    table.write(page);
    write_more(page, rows);
}

std::string cgroup_title(const model::CgroupFigures& cgroup) {
    if (cgroup.role != model::RowRole::single) return nobody_title(cgroup, "cgroups");
    return cgroup.path.empty() ? fmt::format("cgroup {}", cgroup.id) : printable(cgroup.path);
}

void write_cgroups(TextPage& page, const model::Snapshot& snapshot, const TextOptions& options) {
    const auto single =
        std::count_if(snapshot.cgroups.begin(), snapshot.cgroups.end(),
                      [](const auto& row) { return row.role == model::RowRole::single; });
    if (single < 2) return;
    const auto rows = picked(snapshot.cgroups, options, [](const auto&) { return true; });
    page.title("Cgroups");
    const auto any = [&rows](auto figure) {
        return std::any_of(rows.shown.begin(), rows.shown.end(), figure);
    };
    const bool direct = any([](const auto* row) { return row->charged.direct_bytes > 0; });
    const bool waited = any([](const auto* row) { return row->throttle_ns > 0; });
    std::vector<std::string> heads = {"dirtied", "charged"};
    if (direct) heads.emplace_back("direct");
    heads.emplace_back("block layer");
    if (waited) heads.emplace_back("throttled");
    heads.emplace_back("cgroup");
    auto table = TextTable::with_names_last(std::move(heads));
    for (const auto* row : rows.shown) {
        std::vector<std::string> cells = {
            dirtied_text(snapshot, "cgroups[].dirtied_bytes", row->dirtied_bytes),
            bytes_or_dash(row->charged.bytes)};
        if (direct) cells.push_back(bytes_or_dash(row->charged.direct_bytes));
        cells.push_back(bytes_or_dash(row->block_charged_bytes));
        if (waited) cells.push_back(time_or_dash(row->throttle_ns));
        cells.push_back(cgroup_title(*row));
        table.row(std::move(cells));
    }
    table.write(page);
    write_more(page, rows);
}

}  // namespace wbtrace::views
