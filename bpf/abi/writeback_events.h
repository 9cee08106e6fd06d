/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#ifndef WBTRACE_ABI_WRITEBACK_EVENTS_H
#define WBTRACE_ABI_WRITEBACK_EVENTS_H

#include "event_header.h"

/*
 * A task goes to sleep in balance_dirty_pages. Sent only when pause > 0; the
 * calls that did not pause are in the totals. Limits are pages; rates pages/s.
 */
struct wb_dirty_throttled {
    struct wb_event_header header;
    __u64 dirty;
    __u64 thresh;
    __u64 bg_thresh;
    __u64 bdi_dirty;
    __u64 bdi_thresh;
    __u64 global_thresh; /* of the last global_dirty_state on this CPU; 0 = not seen */
    __u64 dirty_ratelimit;
    __u64 task_ratelimit;
    __u64 dirtied;
    __u64 cgroup_id;
    __s64 pause_jiffies; /* what the kernel asked for, > 0 */
    __s64 period_jiffies;
    __u32 pid;
    __u32 tgid;
    __u32 dev; /* of the device behind the bdi; 0 when the bdi has none (btrfs) */
    __u8 in_scope;
    __u8 memcg; /* 1: the limit is a memory cgroup's, known from the kernel's own struct */
    __u16 after_command;
    __u8 bdi_name[WB_BDI_NAME_LEN];
    __u8 comm[WB_COMM_LEN];
};
WB_ASSERT_SIZE(wb_dirty_throttled, 168);

/* Bandwidth and limits of a device in pages/s, as the kernel estimates them. */
struct wb_ratelimit_updated {
    struct wb_event_header header;
    __u64 write_bandwidth;
    __u64 avg_write_bandwidth;
    __u64 dirty_rate;
    __u64 dirty_ratelimit;
    __u64 task_ratelimit;
    __u64 balanced_dirty_ratelimit;
    __u32 dev;
    __u32 reserved;
    __u8 bdi_name[WB_BDI_NAME_LEN];
};
WB_ASSERT_SIZE(wb_ratelimit_updated, 96);

/*
 * One writeback work, from the turns of its loop. header.time_ns is the end of
 * the last turn. queued_ns 0: nobody queued it (background, periodic).
 */
struct wb_work_finished {
    struct wb_event_header header;
    __u64 queued_ns;
    __u64 started_ns;
    __u64 pages;     /* really written */
    __u64 cgroup_id; /* of the wb */
    __u32 turns;
    __u32 waits;  /* for an inode under writeback */
    __u32 reason; /* enum wb_reason of the running kernel */
    __u32 dev;
    __u32 requester_pid; /* 0: nobody queued it */
    __u32 requester_tgid;
    __u8 sync_mode;
    __u8 requester_in_scope;
    __u16 after_command;
    __u32 reserved;
    __u8 bdi_name[WB_BDI_NAME_LEN];
    __u8 requester_comm[WB_COMM_LEN];
};
WB_ASSERT_SIZE(wb_work_finished, 120);

/*
 * The work a flusher is at, in the map running_works by the flusher's pid. Of the record
 * header.time_ns is the end of the last turn; work 0: it has been sent.
 */
struct wb_running_work {
    struct wb_work_finished record;
    __u64 work;
    __s64 left; /* pages, at the start of the turn or the end of the last one */
};
WB_ASSERT_SIZE(wb_running_work, 136);

#endif
