// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <algorithm>
#include <array>

#include "views/availability.h"
#include "views/json_sections.h"

namespace wbtrace::views {

namespace {

struct Reason {
    std::string_view path;
    const char* why;  // nullptr: the null itself is the fact, docs/json-schema.md says which
};

// For nulls that the snapshot gives no reason for.
constexpr std::array usual_reasons = {
    Reason{"run", "no command was traced"},
    Reason{"run.exit_code", nullptr},
    Reason{"run.signal", nullptr},
    Reason{"run.settled", "it could not be watched"},
    Reason{"capture.bpf_run_ns", "kernel.bpf_stats_enabled is off"},
    Reason{"capture.probes[].why_not", nullptr},
    Reason{"capture.probes[].runs", "kernel.bpf_stats_enabled is off"},
    Reason{"capture.probes[].run_ns", "kernel.bpf_stats_enabled is off"},
    Reason{"capture.probes[].missed", "not attached, or the kernel does not count it"},
    Reason{"devices[].scope", "no command was traced"},
    Reason{"devices[].queue", "the device or the kernel has no such setting"},
    Reason{"devices[].diskseq", "this kernel does not number the media of a disk"},
    Reason{"devices[].layer_time",
           "nothing lies beneath, or the kernel does not tell what its requests became there"},
    Reason{"devices[].merge_ratio", "no bio was queued to this device"},
    Reason{"throttle.exact.command", "no command was traced"},
    Reason{"throttle.command", "no command was traced"},
    Reason{"throttle.wall_share", "there is no wall time of a command to set it against"},
    Reason{"throttle.by_cgroup", "not measured by this version"},
    Reason{"throttle.dirty", "no task waited"},
    Reason{"throttle.background_thresh", "no task waited"},
    Reason{"throttle.thresh", "no task waited"},
    Reason{"throttle.global", "global_dirty_state was not seen"},
    Reason{"writeback.largest[].requester", nullptr},
    Reason{"writeback.largest[].queued_ns", nullptr},
    Reason{"page_cache.command", "no command was traced"},
    Reason{"processes", "not measured by this version"},
    Reason{"files", "not measured by this version"},
    Reason{"cgroups", "not measured by this version"},
    Reason{"time_budget", "not measured by this version"},
    Reason{"findings", "not measured by this version"},
};

// The row of the path itself or of the nearest thing that holds it.
const Reason* usual_reason(std::string_view path) {
    for (;;) {
        const auto found = std::find_if(usual_reasons.begin(), usual_reasons.end(),
                                        [path](const Reason& row) { return row.path == path; });
        if (found != usual_reasons.end()) return &*found;
        const auto dot = path.rfind('.');
        if (dot == std::string_view::npos) return nullptr;
        path = path.substr(0, dot);
    }
}

void add_null_paths(const Json& node, const std::string& path, std::set<std::string>& paths) {
    if (node.is_null()) {
        paths.insert(path);
    } else if (node.is_array()) {
        for (const auto& element : node) add_null_paths(element, path + "[]", paths);
    } else if (node.is_object() && !node.contains("buckets")) {  // an empty histogram has no min
        for (const auto& [key, value] : node.items()) {
            add_null_paths(value, path.empty() ? key : path + "." + key, paths);
        }
    }
}

}  // namespace

std::set<std::string> null_paths(const Json& document) {
    std::set<std::string> paths;
    add_null_paths(document, "", paths);
    return paths;
}

std::map<std::string, std::string> json_reasons(const model::Snapshot& snapshot,
                                                const Json& document) {
    auto reasons = snapshot.capture.unavailable;
    for (const auto& path : null_paths(document)) {
        if (why_unavailable(snapshot, path)) continue;
        const auto* usual = usual_reason(path);
        if (!usual) {
            reasons.emplace(path, "not measured in this run");
        } else if (usual->why) {
            reasons.emplace(usual->path, usual->why);
        }
    }
    return reasons;
}

}  // namespace wbtrace::views
