// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// The parts of the JSON report, one function each; json_report.cpp joins them.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "model/snapshot.h"

namespace wbtrace::views {

using Json = nlohmann::ordered_json;

Json json_histogram(const model::Histogram& histogram, const char* unit);

/// The value, or null: whoever makes a null gives its reason, see json_reasons.
template <typename Optional>
Json json_optional(const Optional& value) {
    return value ? Json(*value) : Json(nullptr);
}

Json json_host(const model::HostFigures& host);
/// Of a snapshot that is one of several.
Json json_interval(const model::Snapshot& snapshot);
Json json_run(const model::RunFigures& run);
Json json_capture(const model::CaptureFigures& capture);
Json json_device(const model::DeviceFigures& device, bool has_command, std::uint64_t duration_ns);
Json json_throttle(const model::ThrottleFigures& throttle, bool has_command);
/// At so many ns since the start of the trace.
Json json_writeback(const model::WritebackFigures& writeback, std::uint64_t now_ns);
Json json_page_cache(const model::PageCacheFigures& page_cache, bool has_command);
Json json_kinds(const model::DeviceFigures& device);
Json json_processes(const model::Snapshot& snapshot);
Json json_files(const model::Snapshot& snapshot);
Json json_cgroups(const model::Snapshot& snapshot);
Json json_time_budget(const model::Snapshot& snapshot);
Json json_sync_calls(const model::SyncFigures& sync);

/// The paths of all nulls outside of empty histograms; "[]" stands for any
/// element of an array.
std::set<std::string> null_paths(const Json& document);

/// JSON path -> reason, for every null of the document that stands for a figure
/// that could not be had: the snapshot's own reasons first.
std::map<std::string, std::string> json_reasons(const model::Snapshot& snapshot,
                                                const Json& document);

/// Sets what a path names to null; "devices[].plug" names it in every device. A
/// path that leads nowhere changes nothing.
void set_null(Json& document, std::string_view path);

}  // namespace wbtrace::views
