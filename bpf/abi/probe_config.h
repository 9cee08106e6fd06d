/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What user space tells the programs. */
#ifndef WBTRACE_ABI_PROBE_CONFIG_H
#define WBTRACE_ABI_PROBE_CONFIG_H

#include "filter.h"

/* Number of arguments of each tracepoint whose list differs between kernels. */
struct wb_tracepoint_args {
    __u8 rq_insert;
    __u8 rq_issue;
    __u8 rq_requeue;
    __u8 rq_merge;
    __u8 bio_queue;
    __u8 bio_backmerge;
    __u8 bio_frontmerge;
    __u8 split;
    __u8 balance_dirty_pages;
    __u8 bio_remap;
    __u8 reserved[6];
};
WB_ASSERT_SIZE(wb_tracepoint_args, 16);

/* What writes the recording of this trace; inode_dev 0: nothing is recorded on a device. */
struct wb_recorder {
    __u64 inode;
    __u32 inode_dev; /* s_dev */
    __u32 tgid;
};
WB_ASSERT_SIZE(wb_recorder, 16);

/* Fixed before the programs are loaded: unused branches vanish in the verifier. */
struct wb_probe_config {
    struct wb_tracepoint_args args;
    __u32 request_set_mask; /* sets of the request table - 1, a power of two - 1 */
    __u32 ring_mask;        /* ring of a CPU = cpu & ring_mask */
    __u8 filter_devices;    /* 1: only devices that user space put into the table */
    __u8 has_scope;         /* 1: a command is traced */
    __u8 page_cache;        /* 1: dirtying is followed, so a dirtier can be known */
    __u8 cgroup_v1;         /* 1: cgroups are those of the v1 blkio hierarchy, else of v2 */
    __u8 threads;           /* 1: threads are told apart */
    __u8 page_shift;        /* log2 of the page size */
    __u8 time_budget;       /* 1: the time of threads is followed */
    __u8 user_stacks;       /* 1: stacks have frames of the program as well */
    __u16 stack_kinds;      /* bit n: rows of enum wb_stack_kind n are wanted */
    __u8 cpu_of_all;        /* 1: samples of everybody, not only of the command */
    __u8 run_delay;         /* 1: how long threads wait for a CPU is told by the scheduler */
    __u32 throttled_bio;    /* in bio::bi_flags: blk-throttle has charged it; any of these */
    struct wb_filter filter;
    struct wb_recorder recorder;
};
WB_ASSERT_SIZE(wb_probe_config, 208);

enum wb_run_state {
    WB_STATE_OFF = 0,     /* nothing is counted */
    WB_STATE_RUNNING = 1, /* the command runs, or the system is traced */
    WB_STATE_SETTLING = 2 /* the command ended, its writeback goes on */
};

/* Changed while the programs run. */
struct wb_control {
    __u32 state; /* enum wb_run_state */
    __u32 reserved;
    __u64 start_ns; /* when counting began: older requests are not ours */
};

#define WB_SETS_PER_CALL 64 /* sets of the request table that are counted at once */

#define WB_MAX_DEVICES 256  /* a power of two; a row's number has eight bits */
#define WB_DEVICE_PROBES 8  /* places looked at for a device */
#define WB_MEDIUM_PROBES 32 /* places looked at for another medium of it, once */

enum wb_device_flag {
    WB_DEVICE_BIO_BASED = 1 << 0, /* no requests: bios are paired */
    WB_DEVICE_PARTITION = 1 << 1, /* a sector range of the disk */
    WB_DEVICE_LATER = 1 << 2,     /* another medium under the number of an earlier row */
    WB_DEVICE_SEQUENCED = 1 << 3, /* its incarnation is the kernel's diskseq */
};

/* The device table is open-addressed: the first place is WB_DEVICE_HASH(dev). */
#define WB_DEVICE_HASH(dev) ((((dev)*0x9e3779b1u) >> 16) & (WB_MAX_DEVICES - 1))

#define WB_DISK_NAME_LEN 24 /* the kernel has 32; what is longer is cut */

/*
 * A row is for one medium: a number that is used again, by a loop device with another
 * file or by another disk, gets another row. `current` stands in the first row of a
 * number and leads to the row of the medium seen last: its incarnation above, the row in
 * the low eight bits. Both in one word, so that they are changed and read together.
 */
struct wb_device_slot {
    __u32 dev; /* whole disk, major << 20 | minor; 0 = free */
    __u32 flags;
    __u64 first_sector;
    __u64 end_sector; /* behind the last one */
    __u64 current;
    __u64 incarnation;           /* see WB_DEVICE_SEQUENCED; 0: not seen yet */
    __u8 name[WB_DISK_NAME_LEN]; /* the kernel's, zero-padded; empty until it is seen */
};
WB_ASSERT_SIZE(wb_device_slot, 64);

#define WB_ROW_BITS 8
#define WB_CURRENT(incarnation, row) (((incarnation) << WB_ROW_BITS) | (row))
#define WB_INCARNATION(number) ((number) & (~0ULL >> WB_ROW_BITS)) /* what fits into it */

/* Whose a row is, in the map that decides between CPUs. */
#define WB_ROW_OWNER(dev, incarnation) ((__u64)(dev) | (incarnation) << 32)

/* Something that lies on no traced device: one of the two is set. */
struct wb_foreign {
    __u32 dev;                      /* a block device's: major << 20 | minor */
    __u8 bdi_name[WB_BDI_NAME_LEN]; /* of a file system with a bdi of its own: "btrfs-1" */
};
WB_ASSERT_SIZE(wb_foreign, 28);

#endif
