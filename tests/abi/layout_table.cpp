// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "layout_table.h"

#include "bpf/abi/block_events.h"
#include "bpf/abi/page_cache_events.h"
#include "bpf/abi/probe_config.h"
#include "bpf/abi/process_events.h"
#include "bpf/abi/totals.h"
#include "bpf/abi/writeback_events.h"

// Applies WB_MEMBER to each name: the preprocessor's way to write a loop.
#define WB_AGAIN() WB_EACH_AGAIN
#define WB_DEFER(x) x WB_NOTHING()
#define WB_NOTHING()
#define WB_EXPAND(...) WB_EXPAND3(WB_EXPAND3(WB_EXPAND3(__VA_ARGS__)))
#define WB_EXPAND3(...) WB_EXPAND2(WB_EXPAND2(WB_EXPAND2(__VA_ARGS__)))
#define WB_EXPAND2(...) WB_EXPAND1(WB_EXPAND1(WB_EXPAND1(__VA_ARGS__)))
#define WB_EXPAND1(...) __VA_ARGS__
#define WB_EACH(type, name, ...) \
    WB_MEMBER(type, name) __VA_OPT__(, WB_DEFER(WB_AGAIN)()(type, __VA_ARGS__))
#define WB_EACH_AGAIN WB_EACH
#define WB_MEMBER(type, name) \
    Member { #name, offsetof(type, name), sizeof(type::name) }
#define WB_LAYOUT(type, ...) \
    Type { #type, sizeof(type), {WB_EXPAND(WB_EACH(type, __VA_ARGS__))}, {} }

namespace wbtrace::abi_test {

// One row a struct, its members in order; abi_layout fails when a row, or a
// member of one, is missing.
std::vector<Type> cpp_layouts() {
    // clang-format off
    return {
        WB_LAYOUT(wb_event_header, kind, size, cpu, time_ns),
        WB_LAYOUT(wb_request_done, header, queued_ns, issued_ns, sector, inode, cgroup_id, bytes,
                  done_bytes, dev, inode_dev, device_slot, cmd_flags, issuer_pid, issuer_tgid,
                  dirtier_tgid, queue_depth, bios, segments, requeues, op, flags, error,
                  issuer_comm, reserved),
        WB_LAYOUT(wb_dirty_throttled, header, dirty, thresh, bg_thresh, bdi_dirty, bdi_thresh,
                  global_thresh, dirty_ratelimit, task_ratelimit, dirtied, cgroup_id,
                  pause_jiffies, period_jiffies, pid, tgid, dev, in_scope, memcg, after_command,
                  bdi_name, comm),
        WB_LAYOUT(wb_ratelimit_updated, header, write_bandwidth, avg_write_bandwidth, dirty_rate,
                  dirty_ratelimit, task_ratelimit, balanced_dirty_ratelimit, dev, reserved,
                  bdi_name),
        WB_LAYOUT(wb_work_finished, header, queued_ns, started_ns, pages, cgroup_id, turns, waits,
                  reason, dev, requester_pid, requester_tgid, sync_mode, requester_in_scope,
                  after_command, reserved, bdi_name, requester_comm),
        WB_LAYOUT(wb_page_run, header, inode, pages, folios, inode_dev, pid, tgid, action,
                  in_scope, after_command, reserved, generation, comm, orders),
        WB_LAYOUT(wb_task_forked, header, parent_tgid, child_tgid, comm),
        WB_LAYOUT(wb_task_execed, header, tgid, reserved, comm),
        WB_LAYOUT(wb_task_exited, header, tgid, reserved, comm),
        WB_LAYOUT(wb_op_totals, requests, bytes, requeued, errors),
        WB_LAYOUT(wb_device_totals, op, records, ring_full, bios_queued, bio_bytes_queued,
                  back_merged, front_merged, split, request_merges, empty_flushes,
                  partial_completions, plugs, unplugs, unplugs_explicit, unplug_depth_sum,
                  unplug_depth),
        WB_LAYOUT(wb_page_totals, pages, folios, orders),
        WB_LAYOUT(wb_throttle_totals, calls, waits, pause_jiffies),
        WB_LAYOUT(wb_cpu_totals, lost, records, overflow_used, in_flight_at_start, pages_written,
                  bg_thresh, thresh, thresh_time_ns, throttle, pages),
        WB_LAYOUT(wb_tracepoint_args, rq_insert, rq_issue, rq_requeue, rq_merge, bio_queue,
                  bio_backmerge, bio_frontmerge, split, balance_dirty_pages, reserved),
        WB_LAYOUT(wb_probe_config, args, start_ns, request_set_mask, ring_mask, wake_mask,
                  filter_devices, has_scope, page_cache, reserved),
        WB_LAYOUT(wb_control, state, reserved),
        WB_LAYOUT(wb_device_slot, dev, flags, first_sector, end_sector, in_flight),
    };
    // clang-format on
}

}  // namespace wbtrace::abi_test
