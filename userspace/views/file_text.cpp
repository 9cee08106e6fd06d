// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// What: files, and the kinds of requests.
#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "views/attribution_rows.h"
#include "views/device_figures.h"
#include "views/text_sections.h"
#include "views/text_table.h"
#include "views/units_text.h"

namespace wbtrace::views {

namespace {

std::string file_name(const model::FileFigures& file) {
    if (file.role != model::RowRole::single) return nobody_title(file, "files");
    std::string name = file.path.empty() ? fmt::format("inode {} of {}", file.inode, file.dev)
                                         : printable(file.path);
    if (file.state == model::FileState::deleted) name += " (deleted)";
    if (file.state == model::FileState::renamed) name += " (renamed)";
    return name;
}

std::string bios_text(const model::FileFigures& file) {
    const auto bios = file.bios_per_request();
    return bios ? fmt::format("{:.1f}", *bios) : "-";
}

// From the first page dirtied to the last one written.
std::string span_text(const model::FileFigures& file) {
    if (!file.first_dirtied_ns || !file.last_written_ns) return "-";
    if (*file.last_written_ns < *file.first_dirtied_ns) return "-";
    return duration_text(*file.last_written_ns - *file.first_dirtied_ns);
}

struct Column {
    const char* head;
    std::string (*cell)(const model::Snapshot&, const model::FileFigures&);
};

const Column dirtied = {"dirtied", [](const auto& snapshot, const auto& row) {
                            return dirtied_text(snapshot, "files[].dirtied_bytes",
                                                row.dirtied_bytes);
                        }};
const Column written = {"written", [](const auto&, const auto& row) {
                            return bytes_or_dash(row.charged.written_back_bytes);
                        }};
const Column direct = {
    "direct", [](const auto&, const auto& row) { return bytes_or_dash(row.charged.direct_bytes); }};
const Column fetched = {
    "read", [](const auto&, const auto& row) { return bytes_or_dash(row.charged.fetched_bytes); }};
const Column requests = {
    "requests", [](const auto&, const auto& row) { return count_text(row.charged.requests); }};
const Column average = {"avg", [](const auto&, const auto& row) {
                            const auto bytes = row.average_request_bytes();
                            return bytes ? bytes_or_dash(*bytes) : std::string("-");
                        }};
const Column bios = {"bios/rq", [](const auto&, const auto& row) { return bios_text(row); }};
const Column took = {"took", [](const auto&, const auto& row) { return span_text(row); }};

// Paths need the room: a column that would be empty is left out.
std::vector<Column> shown_columns(const std::vector<const model::FileFigures*>& rows,
                                  const TextOptions& options) {
    std::vector<Column> columns = {dirtied, written};
    const auto any = [&rows](std::uint64_t model::ChargedIo::*part) {
        return std::any_of(rows.begin(), rows.end(),
                           [part](const auto* row) { return row->charged.*part > 0; });
    };
    if (any(&model::ChargedIo::direct_bytes)) columns.push_back(direct);
    if (any(&model::ChargedIo::fetched_bytes)) columns.push_back(fetched);
    columns.insert(columns.end(), {requests, average});
    if (options.verbose) columns.push_back(bios);
    columns.push_back(took);
    return columns;
}

bool says_something(const model::FileFigures& row) {
    return row.weight() > 0 || row.charged.requests > 0;
}

bool has_kinds(const model::DeviceFigures& device) {
    return !device.by_kind.empty() || device.unattributed.requests > 0;
}

void write_kind_rows(TextTable& table, const model::DeviceFigures& device) {
    std::string name = printable(device.name);
    const auto row = [&](const std::string& what, const model::IoCount& count) {
        table.row({std::exchange(name, ""), what, count_text(count.requests),
                   bytes_text(count.bytes),
                   count.requests ? bytes_or_dash(count.bytes / count.requests) : "-"});
    };
    for (const auto& kind : device.by_kind)
        row(model::title_of(kind.kind, printable(kind.filesystem)), kind);
    const auto& lost = device.unattributed;
    if (lost.requests > 0) row("unattributed (records lost)", lost);
}

}  // namespace

std::string nobody_title(const model::AttributionRow& row, const char* many) {
    if (row.role == model::RowRole::other)
        return fmt::format("other ({} {})", count_text(row.folded), many);
    return "[" + model::title_of(row.kind, printable(row.filesystem)) + "]";
}

void write_files(TextPage& page, const model::Snapshot& snapshot, const TextOptions& options) {
    const auto rows = picked(snapshot.files, options, says_something);
    if (rows.shown.empty()) return;
    page.title("Files");
    const auto columns = shown_columns(rows.shown, options);
    std::vector<std::string> heads = {"file"};
    for (const auto& column : columns) heads.emplace_back(column.head);
    TextTable table(heads, 1);
    for (const auto* row : rows.shown) {
        std::vector<std::string> cells = {file_name(*row)};
        for (const auto& column : columns) cells.push_back(column.cell(snapshot, *row));
        table.row(std::move(cells));
    }
    table.write(page);
    write_more(page, rows);
}

void write_kinds(TextPage& page, const model::Snapshot& snapshot, const TextOptions&) {
    TextTable table({"device", "kind", "requests", "bytes", "avg size"}, 2);
    bool any = false;
    for (const auto* device : shown_devices(snapshot)) {
        if (!has_kinds(*device)) continue;
        write_kind_rows(table, *device);
        any = true;
    }
    if (!any) return;
    page.title("What the requests carried");
    table.write(page);
}

}  // namespace wbtrace::views
