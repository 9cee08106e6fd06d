/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Stacks and what is added up for them. They stand in tables of the kernel, not in
 * records: user space reads them at a cut and at the end.
 */
#ifndef WBTRACE_ABI_STACKS_H
#define WBTRACE_ABI_STACKS_H

#include "types.h"

/* What a row counts, and the unit of its weight. */
enum wb_stack_kind {
    WB_STACK_WAIT = 0,     /* ns asleep, until it was woken */
    WB_STACK_THROTTLE = 1, /* jiffies of pause that balance_dirty_pages asked for */
    WB_STACK_IO = 2,       /* bytes of requests that ended: as the totals have them */
    WB_STACK_IO_TIME = 3,  /* ns issued -> completed of the same requests, with WB_STACK_IO */
    WB_STACK_DIRTY = 4,    /* pages dirtied */
    WB_STACK_LOCK = 5,     /* ns contended, of lock:contention_begin and _end */
    WB_STACK_CPU = 6,      /* samples */
    WB_STACK_KINDS = 7,
};

#define WB_STACK_FRAMES 64 /* of the kernel; a stack that has them all may be cut */
#define WB_USER_FRAMES 127 /* of the program */

/* Return addresses, innermost first; 0 ends it. Its key is a hash of them. */
struct wb_stack {
    __u64 frames[WB_STACK_FRAMES];
};
WB_ASSERT_SIZE(wb_stack, 512);

struct wb_user_stack {
    __u64 frames[WB_USER_FRAMES];
};
WB_ASSERT_SIZE(wb_user_stack, 1016);

/* What a row stands for. */
struct wb_stack_key {
    __u64 kernel; /* key of the stack; 0: none, or it could not be kept */
    __u64 user;   /* likewise, with config.user_stacks */
    __u32 tgid;
    __u32 tid;   /* with config.threads, else 0 */
    __u32 birth; /* of the process, tells apart those that had the same number */
    __u32 kind;  /* enum wb_stack_kind */
};
WB_ASSERT_SIZE(wb_stack_key, 32);

struct wb_stack_sum {
    __u64 count;
    __u64 weight;
    __u64 held_ns;          /* of waits: part of the weight, see wb_thread.held_until_ns */
    __u64 first_ns;         /* when the first was: tells which program the process ran then */
    __u8 comm[WB_COMM_LEN]; /* of the task that made the row */
};
WB_ASSERT_SIZE(wb_stack_sum, 48);

#endif
