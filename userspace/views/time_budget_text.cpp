// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "model/filter_words.h"
#include "views/availability.h"
#include "views/text_sections.h"
#include "views/text_table.h"
#include "views/units_text.h"
#include "views/unknown_helpers.h"

namespace wbtrace::views {

namespace {

constexpr std::size_t budget_rows_shown = 5;  // without -v
constexpr std::size_t parts_named = 2;        // of a process
constexpr std::size_t frames_named = 4;       // of a stack

double share_of(std::uint64_t ns, std::uint64_t whole_ns) {
    return whole_ns != 0 ? static_cast<double>(ns) / static_cast<double>(whole_ns) : 0.0;
}

/// Parts that are not 0, largest first.
std::vector<std::size_t> largest_parts(const model::TimeParts& parts) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < model::time_part_count; ++i)
        if (parts.ns[i] != 0) order.push_back(i);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return parts.ns[a] > parts.ns[b]; });
    return order;
}

void write_parts(TextPage& page, const model::TimeBudget& budget) {
    TextTable table({"time went to", "time", "share"}, 1);
    for (const std::size_t i : largest_parts(budget.parts)) {
        const std::uint64_t ns = budget.parts.ns[i];
        table.row({model::time_part_titles[i], duration_text(ns),
                   percent_text(share_of(ns, budget.wall_ns))});
    }
    table.write(page);
    if (budget.held.waits != 0)
        page.items("held back", {counted(budget.held.waits, "wait", "waits") +
                                     " before direct I/O was even queued",
                                 duration_text(budget.held.ns) + " in all",
                                 "max " + duration_text(budget.held.max_ns)});
}

/// What it mostly did: "73 % dirty throttle".
std::string parts_text(const model::BudgetRow& row) {
    std::string text;
    std::size_t named = 0;
    for (const std::size_t i : largest_parts(row.parts)) {
        if (named++ == parts_named) break;
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ",
                            percent_text(share_of(row.parts.ns[i], row.wall_ns)),
                            model::time_part_titles[i]);
    }
    return text;
}

void write_processes(TextPage& page, const model::TimeBudget& budget, bool verbose) {
    if (budget.rows.size() < 2) return;
    const auto shown =
        verbose ? budget.rows.size() : std::min(budget_rows_shown, budget.rows.size());
    page.blank();
    auto table = TextTable::with_names_last({"pid", "threads", "wall time", "process, mostly"});
    for (std::size_t i = 0; i < shown; ++i) {
        const auto& row = budget.rows[i];
        table.row({fmt::format("{}", row.thread != 0 ? row.thread : row.tgid),
                   count_text(row.threads), duration_text(row.wall_ns),
                   fmt::format("{}: {}", printable(row.comm), parts_text(row))});
    }
    table.write(page);
    if (budget.rows.size() > shown)
        page.line(fmt::format("  and {} more (-v)", budget.rows.size() - shown));
}

void write_unknown(TextPage& page, const model::TimeBudget& budget) {
    if (budget.unknown.empty()) return;
    page.blank();
    page.line("  other: where it waited");
    for (const auto& unknown : budget.unknown) {
        std::vector<std::string> names;
        for (const auto& frame : unknown.frames)
            if (names.size() < frames_named) names.push_back(printable(frame));
        page.items(duration_text(unknown.ns), names, " < ");
    }
}

void write_helpers(TextPage& page, const model::TimeBudget& budget, bool verbose) {
    if (budget.helpers.empty()) return;
    const auto shown =
        verbose ? budget.helpers.size() : std::min(budget_rows_shown, budget.helpers.size());
    page.blank();
    TextTable table({"done for it by others", "turns", "CPU time"}, 1);
    for (std::size_t i = 0; i < shown; ++i) {
        const auto& helper = budget.helpers[i];
        table.row({printable(helper.comm), count_text(helper.turns), duration_text(helper.cpu_ns)});
    }
    table.write(page);
    if (budget.helpers.size() > shown)
        page.line(fmt::format("  and {} more (-v)", budget.helpers.size() - shown));
}

void write_unknown_helpers(TextPage& page, const model::Snapshot& snapshot) {
    const auto items = unknown_helpers(snapshot);
    if (items.empty()) return;
    // Alone it would look like one more row of the table above.
    if (snapshot.time_budget->helpers.empty()) {
        page.blank();
        page.line("  done for it by others: nothing seen");
    }
    page.items("not known whose", items);
}

void write_unfiltered(TextPage& page, const model::Snapshot& snapshot) {
    std::vector<std::string> words;
    for (const auto& word : model::filters_of_requests(snapshot.capture.filters))
        words.push_back(printable(word));
    if (!words.empty()) page.items("whatever they did, not only", words);
}

std::string factor_text(std::uint64_t bytes, const std::optional<std::uint64_t>& of) {
    if (!of || *of == 0) return "";
    return fmt::format(" (x{:.2f})", static_cast<double>(bytes) / static_cast<double>(*of));
}

void write_amplification(TextPage& page, const model::Amplification& bytes, bool has_command) {
    if (bytes.leaf_bytes.value_or(0) + bytes.top_bytes + bytes.dirtied_bytes == 0) return;
    std::vector<std::string> items;
    if (bytes.syscall_bytes) items.push_back(bytes_text(*bytes.syscall_bytes) + " by system calls");
    items.push_back(bytes_text(bytes.dirtied_bytes) + " dirtied");
    if (bytes.top_bytes != bytes.leaf_bytes)
        items.push_back(bytes_text(bytes.top_bytes) +
                        factor_text(bytes.top_bytes, bytes.syscall_bytes) + " to the top device");
    if (bytes.leaf_bytes)
        items.push_back(bytes_text(*bytes.leaf_bytes) +
                        factor_text(*bytes.leaf_bytes, bytes.syscall_bytes) + " to the medium");
    else
        items.emplace_back("to the medium not known (not linked)");
    // Journals and metadata have no owner.
    const char* whose = has_command ? "everybody's " : "";
    if (bytes.journal_bytes != 0)
        items.push_back(std::exchange(whose, "") + ("journal " + bytes_text(bytes.journal_bytes)));
    if (bytes.metadata_bytes != 0)
        items.push_back(whose + ("metadata " + bytes_text(bytes.metadata_bytes)));
    page.blank();
    page.items("written", items);
}

}  // namespace

void write_time_budget(TextPage& page, const model::Snapshot& snapshot,
                       const TextOptions& options) {
    if (why_unavailable(snapshot, "time_budget") || !snapshot.time_budget) return;
    const auto& budget = *snapshot.time_budget;
    if (budget.wall_ns == 0) return;
    page.title(fmt::format("Time budget: {} of {}", duration_text(budget.wall_ns),
                           counted(budget.threads, "thread", "threads")));
    write_unfiltered(page, snapshot);
    write_parts(page, budget);
    write_processes(page, budget, options.verbose);
    write_unknown(page, budget);
    write_helpers(page, budget, options.verbose);
    write_unknown_helpers(page, snapshot);
    write_amplification(page, budget.amplification, snapshot.run.has_value());
}

}  // namespace wbtrace::views
