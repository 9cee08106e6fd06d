/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#ifndef WBTRACE_ABI_BLOCK_EVENTS_H
#define WBTRACE_ABI_BLOCK_EVENTS_H

#include "event_header.h"

/* What a request does, whatever number its opcode has on the running kernel. */
enum wb_op {
    WB_OP_READ = 0,
    WB_OP_WRITE = 1, /* zone append too */
    WB_OP_DISCARD = 2,
    WB_OP_FLUSH = 3, /* carries no data */
    WB_OP_WRITE_ZEROES = 4,
    WB_OP_PASSTHROUGH = 5, /* a driver's own command */
    WB_OP_OTHER = 6,       /* secure erase, zone management, write same */
    WB_OP_COUNT = 7,
};

enum wb_request_flag {
    WB_REQUEST_ISSUER_IN_SCOPE = 1 << 0,
    WB_REQUEST_DIRTIER_IN_SCOPE = 1 << 1,
    WB_REQUEST_INODE_KNOWN = 1 << 2, /* buffered: inode and inode_dev are filled */
    WB_REQUEST_BIO_BASED = 1 << 3,   /* a bio of a device without requests: queue -> complete */
    WB_REQUEST_PARTIAL = 1 << 4,     /* completed in several parts */
    WB_REQUEST_DIRTIER_KNOWN = 1 << 5,
    WB_REQUEST_AFTER_COMMAND = 1 << 6, /* ended after the traced command had */
    WB_REQUEST_ISSUER_KTHREAD = 1 << 7,
    WB_REQUEST_DIRECT = 1 << 8,      /* the pages are a process's own: direct I/O, or swap */
    WB_REQUEST_SUBMITTED = 1 << 9,   /* dirtier_* is the task behind a resubmitting kworker */
    WB_REQUEST_FROM_ABOVE = 1 << 10, /* by a thread that serves a device above: a loop device's */
};

#define WB_BIOS_MANY 0xffff /* more bios than we count */

/*
 * One finished request. header.time_ns is the completion.
 * issued_ns is the last issue when the request was requeued.
 * For a bio-based device issued_ns == queued_ns.
 */
struct wb_request_done {
    struct wb_event_header header;
    __u64 queued_ns; /* first sight: account start, insert, else issue */
    __u64 issued_ns;
    __u64 sector;            /* 512 bytes; all ones when there is none */
    __u64 inode;             /* behind the first folio, see WB_REQUEST_INODE_KNOWN */
    __u64 cgroup_id;         /* of the issuer, in the hierarchy that config.cgroup_v1 names */
    __u64 dirtier_cgroup_id; /* when it dirtied the inode; see WB_REQUEST_DIRTIER_KNOWN */
    __u64 bio_cgroup_id;     /* that the block layer charges; 0: none */
    __u32 bytes;             /* at issue */
    __u32 done_bytes;
    __u32 dev;         /* major << 20 | minor of the whole disk */
    __u32 inode_dev;   /* s_dev of the inode */
    __u32 device_slot; /* index of the device in the device table */
    __u32 cmd_flags;   /* opcode and REQ_ flags as the kernel has them */
    __u32 issuer_pid;  /* task at first sight */
    __u32 issuer_tgid;
    __u32 dirtier_tgid; /* see WB_REQUEST_DIRTIER_KNOWN */
    __u32 dirtier_pid;
    __u32 generation; /* of the inode */
    __s32 error;      /* 0, or the kernel's blk_status_t (positive) or errno (negative) */
    __u16 bios;
    __u16 segments;
    __u16 flags; /* enum wb_request_flag */
    __u8 requeues;
    __u8 op; /* enum wb_op */
    __u8 issuer_comm[WB_COMM_LEN];
};
WB_ASSERT_SIZE(wb_request_done, 144);

/*
 * A bio of a stacked device, or a piece of it, was directed to a device beneath:
 * block_bio_remap, but not that of partitions. Whole disks and their sectors.
 */
struct wb_bio_remapped {
    struct wb_event_header header;
    __u64 upper_sector; /* where the piece begins on the device above */
    __u64 lower_sector;
    __u32 upper_dev; /* major << 20 | minor */
    __u32 lower_dev;
    __u32 bytes; /* 0: a flush */
    __u32 cmd_flags;
};
WB_ASSERT_SIZE(wb_bio_remapped, 48);

#endif
