/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What the user wants to see of it all; part of the fixed configuration. */
#ifndef WBTRACE_ABI_FILTER_H
#define WBTRACE_ABI_FILTER_H

#include "types.h"

enum wb_filter_part {
    WB_FILTER_PROCESS = 1 << 0, /* in the map filter_processes */
    WB_FILTER_CGROUP = 1 << 1,  /* in the map filter_cgroups */
    WB_FILTER_COMM = 1 << 2,
    WB_FILTER_FILE = 1 << 3, /* in, or below what is in, the map filter_files */
    WB_FILTER_OP = 1 << 4,
    WB_FILTER_LATENCY = 1 << 5,
};

/* What tells tasks apart, not requests. */
#define WB_FILTER_OF_TASKS (WB_FILTER_PROCESS | WB_FILTER_CGROUP | WB_FILTER_COMM)

#define WB_FILTER_COMMS 8
#define WB_FILTER_COMM_WORDS (WB_FILTER_COMMS * WB_COMM_LEN / 8)

/* All parts that are set must let a request pass. */
struct wb_filter {
    __u64 min_latency_ns; /* queued to completed */
    __u32 parts;          /* enum wb_filter_part */
    __u32 ops;            /* bit n: enum wb_op n */
    __u32 comms;
    __u32 reserved;
    __u64 comm[WB_FILTER_COMM_WORDS]; /* any of these names, zero-filled */
};
WB_ASSERT_SIZE(wb_filter, 152);

/* A file or folder that the user named. */
struct wb_filter_file {
    __u64 inode;
    __u32 dev; /* s_dev */
    __u32 reserved;
};
WB_ASSERT_SIZE(wb_filter_file, 16);

#endif
