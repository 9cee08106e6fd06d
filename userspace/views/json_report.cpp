// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "views/json_report.h"

#include "views/json_sections.h"

namespace wbtrace::views {

namespace {

/// Since the start of the trace.
std::uint64_t end_ns(const model::Snapshot& snapshot) {
    return snapshot.interval ? snapshot.interval->end_ns : snapshot.capture.duration_ns;
}

Json document_of(const model::Snapshot& snapshot) {
    const bool has_command = snapshot.run.has_value();
    Json document;
    document["schema"] = report_schema;
    document["tool"] = {{"name", "wbtrace"}, {"version", snapshot.tool_version}};
    document["host"] = json_host(snapshot.host);
    if (snapshot.interval) document["interval"] = json_interval(snapshot);
    document["run"] = snapshot.run ? json_run(*snapshot.run) : Json(nullptr);
    document["capture"] = json_capture(snapshot.capture);
    document["devices"] = Json::array();
    for (const auto& device : snapshot.devices) {
        document["devices"].push_back(
            json_device(device, has_command, snapshot.capture.duration_ns));
    }
    document["throttle"] =
        snapshot.throttle ? json_throttle(*snapshot.throttle, has_command) : Json(nullptr);
    document["writeback"] =
        snapshot.writeback ? json_writeback(*snapshot.writeback, end_ns(snapshot)) : Json(nullptr);
    document["page_cache"] =
        snapshot.page_cache ? json_page_cache(*snapshot.page_cache, has_command) : Json(nullptr);
    document["sync_calls"] =
        snapshot.sync_calls ? json_sync_calls(*snapshot.sync_calls) : Json(nullptr);
    document["processes"] = json_processes(snapshot);
    document["files"] = json_files(snapshot);
    document["cgroups"] = json_cgroups(snapshot);
    document["time_budget"] = snapshot.time_budget ? json_time_budget(snapshot) : Json(nullptr);
    document["findings"] = nullptr;
    return document;
}

std::string dumped(const model::Snapshot& snapshot, int indent) {
    auto document = document_of(snapshot);
    for (const auto& [path, reason] : snapshot.capture.unavailable) set_null(document, path);
    document["capture"]["unavailable"] = json_reasons(snapshot, document);
    return document.dump(indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string json_report(const model::Snapshot& snapshot) { return dumped(snapshot, 2); }

std::string json_line(const model::Snapshot& snapshot) { return dumped(snapshot, -1); }

}  // namespace wbtrace::views
