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

constexpr const char* no_account =
    "the kernel told no account of its system calls, or it is not of the traced command";

constexpr const char* only_of_top = "followed for the live view only: wbtrace top";
constexpr const char* no_process_syncs =
    "sync calls were not followed, or the row is not of one process";
constexpr const char* no_file_syncs = "sync calls were not followed, or the row is no file";

// For nulls that the snapshot gives no reason for.
constexpr std::array usual_reasons = {
    Reason{"host.page_state", "not known of the end of this part of the trace"},
    Reason{"run", "no command was traced"},
    Reason{"run.exit_code", nullptr},
    Reason{"run.signal", nullptr},
    Reason{"run.settled", "it could not be watched"},
    Reason{"run.unsettled_file", nullptr},
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
    Reason{"devices[].busy_ns", only_of_top},
    Reason{"devices[].utilization", only_of_top},
    Reason{"devices[].merge_ratio", "no bio was queued to this device"},
    Reason{"throttle.exact.command", "no command was traced"},
    Reason{"throttle.command", "no command was traced"},
    Reason{"throttle.wall_share", "there is no wall time of a command to set it against"},
    Reason{"throttle.by_cgroup", "not measured by this version"},
    Reason{"throttle.throttled_now", "more tasks waited than are remembered"},
    Reason{"throttle.dirty", "no task waited"},
    Reason{"throttle.background_thresh", "no task waited"},
    Reason{"throttle.thresh", "no task waited"},
    Reason{"throttle.global", "global_dirty_state was not seen"},
    Reason{"writeback.largest[].requester", nullptr},
    Reason{"writeback.largest[].queued_ns", nullptr},
    Reason{"writeback.running", "not known of the end of this part of the trace"},
    Reason{"writeback.running[].requester", nullptr},
    Reason{"writeback.running[].queued_ns", nullptr},
    Reason{"page_cache.command", "no command was traced"},
    Reason{"devices[].by_kind[].filesystem", nullptr},
    Reason{"processes[].kind", nullptr},
    Reason{"processes[].filesystem", nullptr},
    Reason{"processes[].pid", nullptr},
    Reason{"processes[].thread", nullptr},
    Reason{"processes[].generation", nullptr},
    Reason{"processes[].threads", nullptr},
    Reason{"processes[].comm", "no name was seen, or the row is no process"},
    Reason{"processes[].in_scope", "no command was traced, or the row is no process"},
    Reason{"processes[].read_bytes", no_account},
    Reason{"processes[].written_bytes", no_account},
    Reason{"processes[].fsyncs", no_process_syncs},
    Reason{"processes[].fsync_ns", no_process_syncs},
    Reason{"processes[].fsync", no_process_syncs},
    Reason{"files[].kind", nullptr},
    Reason{"files[].filesystem", nullptr},
    Reason{"files[].fsyncs", no_file_syncs},
    Reason{"files[].fsync_ns", no_file_syncs},
    Reason{"files[].fsync", no_file_syncs},
    Reason{"files[].path", "its name was not seen, or the row is no file"},
    Reason{"files[].dev", nullptr},
    Reason{"files[].inode", nullptr},
    Reason{"files[].generation", nullptr},
    Reason{"files[].renamed_to", nullptr},
    Reason{"files[].read_bytes", "system calls are accounted by process only"},
    Reason{"files[].written_bytes", "system calls are accounted by process only"},
    Reason{"files[].direct_bytes", "the pages of direct I/O do not tell the file"},
    Reason{"files[].average_request_bytes", "no request ended"},
    Reason{"files[].bios_per_request", "no request with a known number of bios ended"},
    Reason{"files[].first_dirtied_ns", nullptr},
    Reason{"files[].last_written_ns", nullptr},
    Reason{"files[].throttle_ns", "waits belong to a task, not to a file"},
    Reason{"cgroups[].kind", nullptr},
    Reason{"cgroups[].filesystem", nullptr},
    Reason{"cgroups[].fsyncs", "sync calls are told by process and by file only"},
    Reason{"cgroups[].fsync_ns", "sync calls are told by process and by file only"},
    Reason{"cgroups[].fsync", "sync calls are told by process and by file only"},
    Reason{"cgroups[].id", nullptr},
    Reason{"cgroups[].path", "not among the cgroups that were listed, or the row is no cgroup"},
    Reason{"cgroups[].read_bytes", "system calls are accounted by process only"},
    Reason{"cgroups[].written_bytes", "system calls are accounted by process only"},
    Reason{"time_budget", "only of a command, or with --time-budget"},
    Reason{"time_budget.processes[].tid", nullptr},
    Reason{"time_budget.amplification.syscall_bytes",
           "the kernel told no account of its system calls"},
    Reason{"time_budget.amplification.top_factor", "nothing was written by system calls"},
    Reason{"time_budget.amplification.leaf_bytes",
           "requests of a loop device are not linked with those beneath"},
    Reason{"time_budget.amplification.leaf_factor",
           "nothing was written by system calls, or what reached the leaves is not known"},
    Reason{"sync_calls", "not followed"},
    Reason{"sync_calls.by_call",
           "its file or its disk is not known, or not traced, or a filter is in force"},
    Reason{"sync_calls.slowest[].waited",
           "its file or its disk is not known, or not traced, or a filter is in force"},
    Reason{"sync_calls.slowest[].file", "sync and msync name no descriptor"},
    Reason{"sync_calls.slowest[].path", "its name was not seen, or the call names no file"},
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
