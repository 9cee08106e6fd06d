/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#ifndef WBTRACE_ABI_PROCESS_EVENTS_H
#define WBTRACE_ABI_PROCESS_EVENTS_H

#include "event_header.h"

struct wb_task_forked {
    struct wb_event_header header;
    __u32 parent_tgid;
    __u32 child_tgid;
    __u8 comm[WB_COMM_LEN];
};
WB_ASSERT_SIZE(wb_task_forked, 40);

struct wb_task_execed {
    struct wb_event_header header;
    __u32 tgid;
    __u32 reserved;
    __u8 comm[WB_COMM_LEN];
};
WB_ASSERT_SIZE(wb_task_execed, 40);

/* What a task did by system calls: task_struct::ioac. */
struct wb_io_account {
    __u64 read_bytes; /* by system calls, from the page cache or not: rchar */
    __u64 written_bytes;
    __u64 read_calls;
    __u64 write_calls;
};
WB_ASSERT_SIZE(wb_io_account, 32);

/* A thread ended. Of several that end at once more than one may find itself the last. */
struct wb_task_exited {
    struct wb_event_header header;
    __u32 tgid;
    __u32 pid;
    __u8 whole_process; /* no other thread is left */
    __u8 account_known; /* 0: the kernel keeps no account */
    __u8 reserved[6];
    __u64 start_ns;               /* CLOCK_BOOTTIME, of the thread */
    struct wb_io_account account; /* of the thread */
    __u8 comm[WB_COMM_LEN];
};
WB_ASSERT_SIZE(wb_task_exited, 88);

#define WB_CGROUP_PATH_BYTES 256

/* A cgroup of the watched hierarchy was made during the trace. */
struct wb_cgroup_made {
    struct wb_event_header header;
    __u64 id;
    __u8 path[WB_CGROUP_PATH_BYTES]; /* from the root of the hierarchy, zero-ended */
};
WB_ASSERT_SIZE(wb_cgroup_made, 280);

#endif
