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

struct wb_task_exited {
    struct wb_event_header header;
    __u32 tgid;
    __u32 reserved;
    __u8 comm[WB_COMM_LEN];
};
WB_ASSERT_SIZE(wb_task_exited, 40);

#endif
