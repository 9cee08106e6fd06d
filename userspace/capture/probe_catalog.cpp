// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "capture/probe_catalog.h"

namespace wbtrace::capture {

namespace {

using enum Family;
// Without requests nothing of these; without dirtying or children nothing is told apart.
constexpr const char* owner_paths = "devices[].scope devices[].others";
constexpr const char* requests_paths =
    "devices[].by_op devices[].scope devices[].others devices[].queue_depth "
    "devices[].queue_depth_overtaken devices[].by_kind devices[].unattributed processes files "
    "cgroups";
constexpr const char* dirtying_paths =
    "page_cache.dirtied page_cache.command.dirtied devices[].scope devices[].others run.settled "
    "processes[].dirtied_bytes processes[].written_back_bytes cgroups[].dirtied_bytes "
    "cgroups[].written_back_bytes files[].dirtied_bytes files[].dirtied_pages "
    "files[].dirtied_folios_by_order files[].first_dirtied_ns";
constexpr bool needed = true;
constexpr bool optional = false;
constexpr auto in_pairing = WhenMissed::shows_in_pairing;
constexpr auto in_totals = WhenMissed::falsifies_a_total;

// clang-format off
#define SYNC_FUNCTION_SIDE(side, call)                                                  \
    {side call, sync_functions, needed, in_totals, "sync_calls", "fsync and its like", \
     nullptr, nullptr, "--sync-calls", "; --sync-calls takes another way"}
#define SYNC_FUNCTION(call) SYNC_FUNCTION_SIDE("fentry/", call), SYNC_FUNCTION_SIDE("fexit/", call)

constexpr ProbeRow rows[] = {
    {"block_rq_issue", requests, needed, in_pairing,
     requests_paths, "requests, sizes, latencies"},
    {"block_rq_complete", requests, needed, in_pairing,
     requests_paths, "requests, sizes, latencies"},
    {"block_io_start", requests, optional, in_pairing,
     "", "time in the plug, as part of the queue time", nullptr, "--plug-time"},
    {"block_rq_insert", requests, optional, in_pairing,
     "", "queue time in the I/O scheduler"},
    {"block_rq_requeue", requests, optional, in_totals,
     "devices[].requeued", "requeues; requeued requests count as missed completions"},
    {"block_rq_merge", requests, optional, in_totals,
     "devices[].request_merges", "request-to-request merges"},
    {"block_rq_error", requests, optional, in_totals,
     "devices[].logged_errors", "errors that the kernel also logged"},
    {"block_bio_queue", bios, optional, in_totals,
     "devices[].bios.queued devices[].bios.queued_bytes devices[].merge_ratio",
     "bios, merge ratio, bio-based devices"},
    {"block_bio_complete", bios, optional, in_totals,
     "", "latencies of bio-based devices"},
    {"block_bio_backmerge", bios, optional, in_totals,
     "devices[].bios.back_merged devices[].merge_ratio", "back merges, merge ratio"},
    {"block_bio_frontmerge", bios, optional, in_totals,
     "devices[].bios.front_merged devices[].merge_ratio", "front merges, merge ratio"},
    {"block_split", bios, optional, in_totals,
     "devices[].bios.split", "split bios"},
    {"block_bio_remap", bios, optional, in_totals,
     "devices[].layer_time", "time in each layer of md and dm"},
    {"block_plug", plugging, optional, in_totals,
     "", "plugs"},
    {"block_unplug", plugging, optional, in_totals,
     "devices[].plug", "plug depth"},
    {"writeback_queue", works, optional, in_totals,
     "", "who queued a writeback work, and when"},
    {"writeback_start", works, needed, in_totals,
     "writeback", "writeback works"},
    {"writeback_written", works, needed, in_totals,
     "writeback", "writeback works"},
    {"writeback_wait", works, optional, in_totals,
     "", "waits inside writeback works"},
    {"writeback_pages_written", works, needed, in_totals,
     "writeback", "writeback works"},
    {"balance_dirty_pages", throttling, needed, in_totals,
     "throttle processes[].throttle_ns cgroups[].throttle_ns", "dirty throttling"},
    {"bdi_dirty_ratelimit", throttling, optional, in_totals,
     "throttle.ratelimits", "dirty rate limits"},
    {"global_dirty_state", throttling, optional, in_totals,
     "throttle.global_state", "global dirty thresholds"},
    {"writeback_dirty_folio", page_cache, optional, in_totals,
     dirtying_paths, "pages dirtied, who dirtied what a kworker writes, settling"},
    {"writeback_dirty_page", page_cache, optional, in_totals,
     dirtying_paths, "pages dirtied, who dirtied what a kworker writes, settling",
     "writeback_dirty_folio"},
    {"mm_filemap_add_to_page_cache", page_cache, optional, in_totals,
     "page_cache.added files[].added_pages", "pages added"},
    {"mm_filemap_delete_from_page_cache", page_cache, optional, in_totals,
     "page_cache.evicted files[].evicted_pages", "pages evicted"},
    {"sched_process_fork", processes, needed, in_totals,
     owner_paths, "child processes of the command"},
    {"sched_process_exec", processes, optional, in_totals,
     "", "names of the command's processes after exec"},
    {"sched_process_exit", processes, optional, in_totals,
     "", "ends of the command's processes"},
    {"cgroup_mkdir", processes, optional, in_totals,
     "", "names of cgroups made during the trace"},
    SYNC_FUNCTION("fsync"),
    SYNC_FUNCTION("fdatasync"),
    SYNC_FUNCTION("sync_file_range"),
    SYNC_FUNCTION("syncfs"),
    SYNC_FUNCTION("msync"),
    SYNC_FUNCTION("ksys_sync"),
    {"sched_switch", task_time, needed, in_totals,
     "time_budget", "where the time of the command's threads went", nullptr, "--time-budget"},
    {"sched_wakeup", task_time, needed, in_totals,
     "time_budget", "where the time of the command's threads went", nullptr, "--time-budget",
     nullptr, "", true},
    {"sched_wakeup_new", task_time, needed, in_totals,
     "time_budget", "where the time of the command's threads went", nullptr, "--time-budget"},
    {"writeback_single_inode_start", task_time, optional, in_totals,
     "time_budget.done_by_others", "what the flusher did for the command", nullptr,
     "--time-budget"},
    {"contention_begin", locks, needed, in_totals,
     "", "waits for kernel locks; seen by the scheduler only", nullptr, "--flame lock"},
    {"contention_end", locks, needed, in_totals,
     "", "waits for kernel locks; seen by the scheduler only", nullptr, "--flame lock"},
    {"sys_enter", sync_calls, needed, in_totals,
     "sync_calls", "fsync and its like", nullptr, "--sync-calls"},
    {"sys_exit", sync_calls, needed, in_totals,
     "sync_calls", "fsync and its like", nullptr, "--sync-calls"},
};
// clang-format on

}  // namespace

std::span<const ProbeRow> probe_catalog() { return rows; }

}  // namespace wbtrace::capture
