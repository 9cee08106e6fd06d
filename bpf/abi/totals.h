/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Exact counters that the programs keep per CPU beside the records. They stay
 * right when records are lost.
 */
#ifndef WBTRACE_ABI_TOTALS_H
#define WBTRACE_ABI_TOTALS_H

#include "block_events.h"
#include "page_cache_events.h"

/* When: while the command runs (or the whole trace without one), or after it. */
enum wb_phase { WB_PHASE_RUNNING = 0, WB_PHASE_SETTLING = 1, WB_PHASES = 2 };

/* Whose: everybody else's, or the traced command's. */
enum wb_owner { WB_OWNER_OTHERS = 0, WB_OWNER_SCOPE = 1, WB_OWNERS = 2 };

/* Of requests, a third: the recording of this very trace, which no other figure holds. */
enum wb_request_owner { WB_OWNER_RECORDER = 2, WB_REQUEST_OWNERS = 3 };

struct wb_op_totals {
    __u64 requests; /* that were issued and are completed */
    __u64 bytes;    /* completed */
    __u64 requeued;
    __u64 errors;
};
WB_ASSERT_SIZE(wb_op_totals, 32);

/* Unplug depths: exact below 32, then 16 steps to each power of two. */
#define WB_PLUG_BUCKETS 80

struct wb_device_totals {
    struct wb_op_totals op[WB_PHASES][WB_REQUEST_OWNERS][WB_OP_COUNT];
    __u64 ring_full; /* records of this device that were not sent */
    __u64 bios_queued;
    __u64 bio_bytes_queued;
    __u64 back_merged;
    __u64 front_merged;
    __u64 split;
    __u64 request_merges;
    __u64 empty_flushes; /* dataless flush bios, ended without a request of their own */
    __u64 partial_completions;
    __u64 logged_errors; /* block_rq_error: neither passthrough nor quiet */
    __u64 plugs;
    __u64 unplugs;
    __u64 unplugs_explicit;
    __u64 unplug_depth_sum;
    __u32 unplug_depth[WB_PLUG_BUCKETS];
};
WB_ASSERT_SIZE(wb_device_totals, 1776);

struct wb_page_totals {
    __u64 pages;
    __u64 folios;
    __u64 orders[WB_FOLIO_ORDERS];
};
WB_ASSERT_SIZE(wb_page_totals, 112);

struct wb_throttle_totals {
    __u64 calls; /* every balance_dirty_pages event */
    __u64 waits; /* those with a pause */
    __u64 pause_jiffies;
};
WB_ASSERT_SIZE(wb_throttle_totals, 24);

/* Why a fact is missing. X(NAME, json key, what it means). Append only. */
#define WB_LOSS_LIST(X)                                                                       \
    X(RING_FULL, ring_full, "records that found their ring buffer full")                      \
    X(MAP_FULL, map_full, "facts that found a kernel table full")                             \
    X(COMPLETE_WITHOUT_ISSUE, complete_without_issue, "completions whose issue was not seen") \
    X(COMPLETION_MISSED, completion_missed,                                                   \
      "requests whose completion was not seen: they have no latency")                         \
    X(IN_FLIGHT_AT_END, in_flight_at_end, "requests still in flight at the end")              \
    X(PROGRAM_MISSED, program_missed, "events that met a busy BPF program")                   \
    X(STACK_NOT_KEPT, stack_not_kept, "waits and events whose stack found no room")           \
    X(THREAD_NOT_KEPT, thread_not_kept, "threads whose time found no room to be kept")

enum wb_loss {
#define WB_LOSS_ENUM(name, key, what) WB_LOSS_##name,
    WB_LOSS_LIST(WB_LOSS_ENUM)
#undef WB_LOSS_ENUM
    // clang-format off
    WB_LOSS_COUNT
    // clang-format on
};

/* One per CPU. */
struct wb_cpu_totals {
    __u64 lost[WB_LOSS_COUNT];
    __u64 records;            /* made, those of requests apart; some may have met a full ring */
    __u64 overflow_used;      /* requests paired in the fallback table */
    __u64 in_flight_at_start; /* completions of requests issued before the trace */
    __u64 pages_written;      /* writeback_pages_written, all devices */
    __u64 bg_thresh;          /* last global_dirty_state on this CPU, pages */
    __u64 thresh;
    __u64 thresh_time_ns; /* 0: never seen */
    struct wb_throttle_totals throttle[WB_OWNERS];
    struct wb_page_totals pages[WB_OWNERS][WB_PAGE_ACTIONS];
    __u64 inodes_entered; /* into the table of dirtiers; it forgets the oldest */
};
WB_ASSERT_SIZE(wb_cpu_totals, 848);

#endif
