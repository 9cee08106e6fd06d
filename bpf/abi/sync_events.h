/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#ifndef WBTRACE_ABI_SYNC_EVENTS_H
#define WBTRACE_ABI_SYNC_EVENTS_H

#include "event_header.h"

/* System calls that wait until something is on the device. */
enum wb_sync_call {
    WB_SYNC_FSYNC = 0,
    WB_SYNC_FDATASYNC = 1,
    WB_SYNC_SYNC_FILE_RANGE = 2,
    WB_SYNC_SYNCFS = 3,
    WB_SYNC_MSYNC = 4,
    WB_SYNC_SYNC = 5,
    WB_SYNC_CALLS = 6,
};

enum wb_sync_flag {
    WB_SYNC_IN_SCOPE = 1 << 0,
    WB_SYNC_AFTER_COMMAND = 1 << 1, /* ended after the traced command had */
    WB_SYNC_DISK_TRACED = 1 << 2,   /* requests of its disk are seen */
    WB_SYNC_FILE_KNOWN = 1 << 3,    /* inode, generation and inode_dev are filled */
};

/*
 * One call. The file is not known of msync, which names an address, of sync,
 * which names nothing, and of a descriptor that is not open.
 */
struct wb_sync {
    __u64 start_ns;
    __u64 cgroup_id;
    __u64 inode;        /* whose pages the file has: of a block device, the device's */
    __u64 first_sector; /* of the file system on the disk, 512 bytes */
    __u64 sectors;      /* 0: up to the end of the disk */
    __u32 inode_dev;    /* s_dev: of a file system on one device, that device's number */
    __u32 generation;   /* of the inode */
    __u32 disk_dev;     /* whole disk beneath; 0: not one disk alone (btrfs, tmpfs) */
    __u32 tgid;
    __u32 pid;
    __u8 call;  /* enum wb_sync_call */
    __u8 flags; /* enum wb_sync_flag */
    __u8 reserved[2];
    __u8 comm[WB_COMM_LEN];
};
WB_ASSERT_SIZE(wb_sync, 80);

struct wb_sync_began {
    struct wb_event_header header;
    struct wb_sync sync;
};
WB_ASSERT_SIZE(wb_sync_began, 96);

struct wb_sync_ended {
    struct wb_event_header header;
    struct wb_sync sync;
    __s64 ret; /* 0, or a negative errno */
};
WB_ASSERT_SIZE(wb_sync_ended, 104);

#endif
