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

const char* state_text(const model::FileFigures& file) {
    if (file.role != model::RowRole::single) return "";
    if (file.state == model::FileState::deleted) return " (deleted)";
    const bool nameless = file.state == model::FileState::renamed && file.renamed_to.empty();
    return nameless ? " (renamed)" : "";
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

const Column dirtied_column = {"dirtied", [](const auto& snapshot, const auto& row) {
                                   return dirtied_text(snapshot, "files[].dirtied_bytes",
                                                       row.dirtied_bytes);
                               }};
const Column written_column = {"written", [](const auto&, const auto& row) {
                                   return bytes_or_dash(row.charged.written_back_bytes);
                               }};
const Column direct_column = {
    "direct", [](const auto&, const auto& row) { return bytes_or_dash(row.charged.direct_bytes); }};
const Column fetched_column = {
    "read", [](const auto&, const auto& row) { return bytes_or_dash(row.charged.fetched_bytes); }};
const Column requests_column = {
    "reqs", [](const auto&, const auto& row) { return count_text(row.charged.requests); }};
const Column syncs_column = {
    "fsyncs", [](const auto&, const auto& row) {
        return row.syncs && row.syncs->calls() ? count_text(row.syncs->calls()) : std::string("-");
    }};
const Column average_column = {"avg", [](const auto&, const auto& row) {
                                   const auto bytes = row.average_request_bytes();
                                   return bytes ? bytes_or_dash(*bytes) : std::string("-");
                               }};
const Column bios_column = {"bios/rq", [](const auto&, const auto& row) { return bios_text(row); }};
const Column took_column = {"took", [](const auto&, const auto& row) { return span_text(row); }};

// The most important first; one that would be empty is none.
std::vector<Column> wanted_columns(const std::vector<const model::FileFigures*>& rows,
                                   const TextOptions& options) {
    std::vector<Column> columns = {dirtied_column, written_column};
    const auto any = [&rows](auto figure) { return std::any_of(rows.begin(), rows.end(), figure); };
    if (any([](const auto* row) { return row->charged.direct_bytes > 0; }))
        columns.push_back(direct_column);
    if (any([](const auto* row) { return row->charged.fetched_bytes > 0; }))
        columns.push_back(fetched_column);
    columns.push_back(requests_column);
    if (any([](const auto* row) { return row->syncs && row->syncs->calls() > 0; }))
        columns.push_back(syncs_column);
    columns.push_back(average_column);
    if (options.verbose) columns.insert(columns.end(), {took_column, bios_column});
    return columns;
}

// Columns go in as long as paths can still be told apart; the JSON report has all figures.
std::vector<Column> shown_columns(const model::Snapshot& snapshot,
                                  const std::vector<const model::FileFigures*>& rows,
                                  const TextOptions& options) {
    constexpr std::size_t gap = 2, room_for_paths = 30, narrower_room = 20;
    std::size_t longest = 0;
    for (const auto* row : rows)
        longest = std::max(longest, display_width(file_title(*row) + state_text(*row)));
    std::size_t left =
        page_columns - gap - std::min(longest, options.verbose ? narrower_room : room_for_paths);
    std::vector<Column> columns;
    for (const auto& column : wanted_columns(rows, options)) {
        std::size_t width = display_width(column.head);
        for (const auto* row : rows)
            width = std::max(width, display_width(column.cell(snapshot, *row)));
        if (gap + width > left) continue;
        left -= gap + width;
        columns.push_back(column);
    }
    return columns;
}

bool file_says_something(const model::FileFigures& row) {
    return row.weight() > 0 || row.charged.requests > 0 || (row.syncs && row.syncs->calls() > 0);
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

std::string file_title(const model::FileFigures& file) {
    if (file.role != model::RowRole::single) return nobody_title(file, "files");
    return file.path.empty() ? fmt::format("inode {} of {}", file.inode, file.dev)
                             : printable(file.path);
}

void write_files(TextPage& page, const model::Snapshot& snapshot, const TextOptions& options) {
    const auto rows = picked(snapshot.files, options, file_says_something);
    if (rows.shown.empty()) return;
    page.title("Files");
    const auto columns = shown_columns(snapshot, rows.shown, options);
    std::vector<std::string> heads;
    for (const auto& column : columns) heads.emplace_back(column.head);
    heads.emplace_back("file");
    auto table = TextTable::with_names_last(std::move(heads));
    for (const auto* row : rows.shown) {
        std::vector<std::string> cells;
        for (const auto& column : columns) cells.push_back(column.cell(snapshot, *row));
        cells.push_back(file_title(*row));
        table.row(std::move(cells), state_text(*row));
        if (row->renamed_to.empty()) continue;
        // Two paths in one line would leave room for neither.
        cells.assign(columns.size(), "");
        cells.push_back("(renamed to " + printable(row->renamed_to));
        table.row(std::move(cells), ")");
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
