/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Where the time of a thread went. */
#ifndef WBTRACE_ABI_TASK_TIME_H
#define WBTRACE_ABI_TASK_TIME_H

#include "types.h"

enum wb_thread_state {
    WB_THREAD_RUNNING = 0,
    WB_THREAD_RUNNABLE = 1, /* wants a CPU */
    WB_THREAD_BLOCKED = 2,  /* asleep; runnable from woken_ns on, when that is known */
    WB_THREAD_ENDED = 3,
};

enum wb_thread_flag {
    WB_THREAD_WORKER = 1 << 0, /* made by the kernel: an io_uring worker of the process */
    WB_THREAD_LAST = 1 << 1,   /* ended, and the process with it */
};

#define WB_THREAD_HINTS 8192 /* a power of two */
#define WB_CPUS_WATCHED 1024 /* a power of two */

#define WB_KNOWN_PLACES 32 /* a power of two */

/*
 * Where on the kernel's stack of a thread the return addresses of its last wait stood: when they
 * stand there again, it is the same stack, and need not be unwound. The kernel side's own.
 */
struct wb_known_stack {
    __u64 inner_hash;  /* over the frames of the program itself */
    __u64 outer_frame; /* the outermost one, which the next implies, and which has no place */
    __u16 bytes;       /* up to the last place; 0: nothing is known */
    __u8 places;       /* that are filled; 255: of this stack it cannot be told */
    __u8 reserved[5];
    __u16 place[WB_KNOWN_PLACES]; /* in words from the program's context, in order */
};
WB_ASSERT_SIZE(wb_known_stack, 88);

/*
 * A thread that is followed, from its first sight to its end. At since_ns all time before
 * is in one of the sums; so cpu + runnable + wait = since - start, to the ns. Who changes it
 * makes `change` odd meanwhile.
 */
struct wb_thread {
    __u32 change;
    __u32 tgid;
    __u32 birth;    /* of the process: its start, CLOCK_BOOTTIME, in units of 2^20 ns */
    __u8 state;     /* enum wb_thread_state */
    __u8 flags;     /* enum wb_thread_flag */
    __u16 cpu;      /* it was last put on; see on_cpu */
    __u64 start_ns; /* CLOCK_MONOTONIC, as all stamps; 0: begins when it is first on a CPU */
    __u64 since_ns; /* when the state began */
    __u64 woken_ns; /* of one that is blocked; 0: not yet, or wakeups are not followed */
    __u64 cpu_ns;
    __u64 runnable_ns;
    __u64 wait_ns;
    __u64 wait_kernel; /* stacks of the last wait, as in wb_stack_key */
    __u64 wait_user;
    __u64 waits; /* with this stack, that are in no row yet; part of wait_ns */
    __u64 waits_ns;
    __u64 waits_held_ns;
    __u64 waits_first_ns; /* when the first of them began */
    __u64 utime_first_ns; /* task_struct::utime and stime, at first sight */
    __u64 stime_first_ns;
    __u64 utime_ns; /* and when it last left the CPU */
    __u64 stime_ns;
    /*
     * Until then the wait that is open is known to have been for I/O of its own that had not
     * even become a request: the direct I/O of a task that a controller holds back.
     */
    __u64 held_until_ns;
    __u64 held_waits; /* waits with such a part */
    __u64 held_ns;
    __u64 held_max_ns;
    /*
     * Without wakeups (config.run_delay) a wait ends when the thread is on a CPU again. How much of
     * it the thread only waited for a CPU is known when it leaves: the last wait until then, and
     * task_struct::sched_info.run_delay as it left before.
     */
    __u64 last_wait_ns; /* 0: nothing is to be corrected */
    __u64 run_delay_ns;
    __u64 ran_ns; /* task_struct::se.sum_exec_runtime, as it left before */
    __u8 comm[WB_COMM_LEN];
    struct wb_known_stack known;
};
WB_ASSERT_SIZE(wb_thread, 304);

/* What a kernel thread did for the scope, by its name. */
struct wb_worker_key {
    __u8 comm[WB_COMM_LEN];
};
WB_ASSERT_SIZE(wb_worker_key, 16);

struct wb_worker_sum {
    __u64 turns; /* on a CPU */
    __u64 cpu_ns;
};
WB_ASSERT_SIZE(wb_worker_sum, 16);

#endif
