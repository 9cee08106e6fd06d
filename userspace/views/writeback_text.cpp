// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <algorithm>

#include <fmt/format.h>

#include "base/printable.h"
#include "views/availability.h"
#include "views/text_sections.h"
#include "views/text_table.h"
#include "views/units_text.h"

namespace wbtrace::views {

namespace {

constexpr std::size_t works_shown = 3;  // of the largest, without -v

void write_reasons(TextPage& page, const model::Snapshot& snapshot) {
    TextTable table(
        {"reason", "device", "works", "pages", "bytes", "in queue", "avg run", "max run"}, 2);
    for (const auto& row : snapshot.writeback->by_reason) {
        const auto& queued = row.queued_to_started_ns;
        const auto& ran = row.started_to_finished_ns;
        const auto mean = [](const model::Histogram& ns) {
            return ns.empty() ? "-" : duration_text(static_cast<std::uint64_t>(ns.mean()));
        };
        table.row({printable(row.reason), printable(row.device), count_text(row.works),
                   count_text(row.pages), bytes_text(row.pages * snapshot.host.page_bytes),
                   mean(queued), mean(ran), ran.empty() ? "-" : duration_text(ran.max())});
    }
    table.write(page);
}

std::string moment(std::uint64_t ns) {
    return fmt::format("{:.3f} s", static_cast<double>(ns) / 1e9);
}

void write_largest(TextPage& page, const model::Snapshot& snapshot, std::size_t limit) {
    TextTable table(
        {"largest works", "device", "asked by", "pages", "queued at", "started", "finished"}, 3);
    const auto& works = snapshot.writeback->largest;
    for (std::size_t i = 0; i < std::min(limit, works.size()); ++i) {
        const auto& work = works[i];
        table.row({printable(work.reason), printable(work.device),
                   work.requester_comm.empty() ? "-" : printable(work.requester_comm),
                   count_text(work.pages), work.queued_ns ? moment(*work.queued_ns) : "-",
                   moment(work.started_ns), moment(work.finished_ns)});
    }
    if (!works.empty()) page.blank();
    table.write(page);
}

}  // namespace

void write_writeback(TextPage& page, const model::Snapshot& snapshot, const TextOptions& options) {
    if (why_unavailable(snapshot, "writeback")) return;
    if (!snapshot.writeback || snapshot.writeback->works == 0) return;
    const auto& writeback = *snapshot.writeback;
    // A flusher writes for all who dirtied: no filter and no command narrows its works.
    const bool narrowed = snapshot.run || !snapshot.capture.filters.empty();
    page.title(fmt::format("Writeback{}: {}, {} written ({})", narrowed ? ", of everybody" : "",
                           counted(writeback.works, "work", "works"),
                           counted(writeback.pages, "page", "pages"),
                           bytes_text(writeback.pages * snapshot.host.page_bytes)));
    write_reasons(page, snapshot);
    write_largest(page, snapshot, options.verbose ? SIZE_MAX : works_shown);
}

}  // namespace wbtrace::views
