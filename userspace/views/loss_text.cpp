// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/printable.h"
#include "views/text_sections.h"
#include "views/units_text.h"

namespace wbtrace::views {

namespace {

using Grouped = std::map<std::string, std::vector<std::string>>;  // reason -> what it cost

void write_groups(TextPage& page, const Grouped& groups) {
    for (const auto& [reason, names] : groups) {
        page.paragraph(2, printable(reason));
        page.paragraph(6, fmt::format("{}", fmt::join(names, ", ")));
    }
}

/// Whether the figures that are lost with it were named for the same reason.
bool is_told(const model::ProbeFigures& probe, const Grouped& figures) {
    return std::any_of(figures.begin(), figures.end(), [&](const auto& group) {
        return group.first.find(": " + probe.why_not) != std::string::npos;
    });
}

}  // namespace

void write_losses(TextPage& page, const model::Snapshot& snapshot, const TextOptions&) {
    if (const auto evicted = snapshot.capture.dirtiers_evicted) {
        page.title("Forgotten: who dirtied " + counted(evicted, "file", "files"));
        page.paragraph(2,
                       "too many files were dirtied to remember all; requests of the forgotten "
                       "ones are charged to nobody");
    }
    if (snapshot.capture.lost_total() == 0) return;
    page.alarm_title("LOST: figures made from single events fall short, requests and bytes do not");
    for (const auto& loss : snapshot.capture.lost) {
        if (loss.count) page.words(count_text(loss.count), printable(loss.what));
    }
}

void write_unavailable(TextPage& page, const model::Snapshot& snapshot,
                       const TextOptions& options) {
    Grouped figures;
    for (const auto& [path, reason] : snapshot.capture.unavailable) {
        // What we cost ourselves is shown with -v only, so its absence is too.
        if (path.starts_with("capture.") && !options.verbose) continue;
        figures[reason].push_back(printable(path));
    }
    Grouped probes;
    for (const auto& probe : snapshot.capture.probes) {
        if (probe.attached) continue;
        if (options.verbose || (probe.asked && !is_told(probe, figures)))
            probes[probe.why_not].push_back(printable(probe.name));
    }
    if (!figures.empty()) {
        page.title("Not available");
        write_groups(page, figures);
    }
    if (!probes.empty()) {
        page.title("Probes not attached");
        write_groups(page, probes);
    }
}

}  // namespace wbtrace::views
