// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <fmt/format.h>

#include "base/printable.h"
#include "views/text_sections.h"
#include "views/text_table.h"
#include "views/units_text.h"

namespace wbtrace::views {

void write_capture(TextPage& page, const model::Snapshot& snapshot, const TextOptions& options) {
    if (!options.verbose) return;
    const auto& capture = snapshot.capture;
    page.title(fmt::format("wbtrace {} on Linux {} ({}), {}", printable(snapshot.tool_version),
                           printable(snapshot.host.kernel), printable(snapshot.host.machine),
                           counted(snapshot.host.cpus, "CPU", "CPUs")));
    page.items("events", {count_text(capture.events) + " records received",
                          count_text(capture.late) + " outside the reorder window",
                          count_text(capture.in_flight_at_start) + " in flight at the start"});
    page.items("cost", {duration_text(capture.own_cpu_ns) + " CPU of its own",
                        capture.bpf_run_ns ? duration_text(*capture.bpf_run_ns) + " in BPF programs"
                                           : "BPF run time not measured",
                        "buffers " + bytes_text(capture.buffer_bytes)});
    TextTable table({"probe", "runs", "avg run", "missed"}, 1);
    for (const auto& probe : capture.probes) {
        if (!probe.attached) continue;
        const bool timed = probe.runs && probe.run_ns && *probe.runs > 0;
        table.row({printable(probe.name), probe.runs ? count_text(*probe.runs) : "-",
                   timed ? duration_text(*probe.run_ns / *probe.runs) : "-",
                   probe.missed ? count_text(*probe.missed) : "-"});
    }
    if (!capture.probes.empty()) page.blank();
    table.write(page);
}

}  // namespace wbtrace::views
