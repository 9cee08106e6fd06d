// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <cstring>

#include <fmt/format.h>

#include "base/printable.h"
#include "views/availability.h"
#include "views/histogram_text.h"
#include "views/text_sections.h"
#include "views/text_table.h"
#include "views/units_text.h"

namespace wbtrace::views {

namespace {

/// Over all kinds of calls.
struct AllCalls {
    model::Histogram duration_ns;
    model::SyncWait wait;
    std::uint64_t followed = 0;
};

AllCalls all_of(const model::SyncFigures& sync) {
    AllCalls all;
    for (const auto& call : sync.by_call) {
        all.duration_ns.merge(call.duration_ns);
        all.wait += call.wait;
        all.followed += call.followed;
    }
    return all;
}

void write_calls(TextPage& page, const model::SyncFigures& sync) {
    TextTable table({"call", "calls", "failed", "total", "avg", "p99", "max"}, 1);
    for (std::size_t i = 0; i < model::sync_call_count; ++i) {
        const auto& call = sync.by_call[i];
        const auto& ns = call.duration_ns;
        if (ns.empty()) continue;
        table.row({model::sync_call_names[i], count_text(ns.count()), count_text(call.failed),
                   duration_text(ns.sum()), duration_text(ns.sum() / ns.count()),
                   duration_text(ns.quantile(0.99)), duration_text(ns.max())});
    }
    table.write(page);
}

void write_waits(TextPage& page, const AllCalls& all) {
    const auto& wait = all.wait;
    const std::uint64_t total_ns = wait.data_ns + wait.journal_ns + wait.flush_ns + wait.rest_ns;
    TextTable table({"waited for", "time", "share", "requests", "bytes"}, 1);
    const auto row = [&table, total_ns](const char* what, std::uint64_t ns,
                                        const model::SyncRequests* requests) {
        const double share =
            total_ns ? static_cast<double>(ns) / static_cast<double>(total_ns) : 0.0;
        table.row({what, duration_text(ns), percent_text(share),
                   requests ? count_text(requests->requests) : "-",
                   requests ? bytes_text(requests->bytes) : "-"});
    };
    row("own data", wait.data_ns, &wait.data);
    row("journal", wait.journal_ns, &wait.journal);
    row("flush", wait.flush_ns, &wait.flush);
    row("other than I/O", wait.rest_ns, nullptr);
    table.write(page);
}

/// One wait, seen from two sides.
void write_other_view(TextPage& page, const AllCalls& all, const model::Snapshot& snapshot) {
    if (!snapshot.time_budget || all.wait.flush_ns == 0) return;
    if (snapshot.time_budget->parts[model::TimePart::journal] == 0) return;
    page.paragraph(2,
                   "here by what the device was doing; in the time budget by whom the caller "
                   "waited for: the flush of a commit is \"journal\" there");
}

std::string file_text(const model::SlowSync& slow) {
    if (slow.path) return printable(*slow.path);
    return fmt::format("{}:{} inode {}", slow.file->dev >> 20, slow.file->dev & 0xfffff,
                       slow.file->inode);
}

std::string part_text(const char* what, std::uint64_t ns, const model::SyncRequests& requests) {
    auto text = fmt::format("{} {}", what, duration_text(ns));
    if (requests.requests) text += " in " + counted(requests.requests, "request", "requests");
    if (requests.bytes) text += fmt::format(" ({})", bytes_text(requests.bytes));
    return text;
}

std::vector<std::string> parts_of(const model::SlowSync& slow) {
    if (!slow.wait) return {"what it waited for could not be told"};
    const auto& wait = *slow.wait;
    std::vector<std::string> parts;
    const auto add = [&](const char* what, std::uint64_t ns, const model::SyncRequests& requests) {
        if (ns || requests.requests) parts.push_back(part_text(what, ns, requests));
    };
    add("data", wait.data_ns, wait.data);
    add("journal", wait.journal_ns, wait.journal);
    add("flush", wait.flush_ns, wait.flush);
    parts.push_back("other " + duration_text(wait.rest_ns));
    return parts;
}

void write_slowest(TextPage& page, const model::SyncFigures& sync) {
    page.line("  slowest");
    for (const auto& slow : sync.slowest) {
        std::vector<std::string> items = {fmt::format(
            "{} by {} ({})", model::sync_call_names[static_cast<std::size_t>(slow.call)],
            printable(slow.comm), slow.tgid)};
        if (slow.error) items.emplace_back(std::strerror(slow.error));
        if (slow.path || slow.file) items.push_back(file_text(slow));
        page.items(duration_text(slow.duration_ns), items);
        page.items("", parts_of(slow));
    }
}

}  // namespace

void write_sync_calls(TextPage& page, const model::Snapshot& snapshot, const TextOptions& options) {
    if (why_unavailable(snapshot, "sync_calls") || !snapshot.sync_calls) return;
    const auto& sync = *snapshot.sync_calls;
    const auto all = all_of(sync);
    if (all.duration_ns.empty() && sync.unfinished == 0) return;
    page.title("Sync calls");
    write_calls(page, sync);
    const auto calls = all.duration_ns.count();
    if (all.followed) {
        page.blank();
        write_waits(page, all);
        write_other_view(page, all, snapshot);
    }
    if (all.followed < calls)
        page.line(fmt::format("  what {} waited for could not be told",
                              counted(calls - all.followed, "call", "calls")));
    if (sync.unfinished)
        page.line(fmt::format("  {} had not returned at the end",
                              counted(sync.unfinished, "call", "calls")));
    if (calls == 0) return;
    page.blank();
    write_slowest(page, sync);
    page.blank();
    page.line("  durations");
    write_time_histogram(page, all.duration_ns, options.milliseconds);
}

}  // namespace wbtrace::views
