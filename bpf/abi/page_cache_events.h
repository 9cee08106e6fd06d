/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#ifndef WBTRACE_ABI_PAGE_CACHE_EVENTS_H
#define WBTRACE_ABI_PAGE_CACHE_EVENTS_H

#include "event_header.h"

enum wb_page_action {
    WB_PAGES_DIRTIED = 0,
    WB_PAGES_ADDED = 1,
    WB_PAGES_EVICTED = 2, /* left the page cache: reclaimed, truncated, invalidated */
    WB_PAGE_ACTIONS = 3,
};

#define WB_FOLIO_ORDERS 12 /* order 11 and above share the last one */

/*
 * A run: folios of one inode that one task dirtied, added or evicted, joined
 * on one CPU. header.time_ns is when it was closed.
 */
struct wb_page_run {
    struct wb_event_header header;
    __u64 first_ns; /* when it was opened */
    __u64 cgroup_id;
    __u64 inode;
    __u64 pages;
    __u32 folios;
    __u32 inode_dev; /* s_dev */
    __u32 pid;
    __u32 tgid;
    __u8 action; /* enum wb_page_action */
    __u8 in_scope;
    __u8 after_command;
    __u8 wanted;      /* the filters let the task pass; always 1 in what is sent */
    __u32 generation; /* of the inode */
    __u8 comm[WB_COMM_LEN];
    __u32 orders[WB_FOLIO_ORDERS]; /* folios by order */
};
WB_ASSERT_SIZE(wb_page_run, 136);

#define WB_PATH_BYTES 512

enum wb_file_flag {
    WB_FILE_CUT = 1 << 0,      /* the upper folders found no room */
    WB_FILE_UNLINKED = 1 << 1, /* had no name any more */
};

/*
 * The name of an inode that is met for the first time, or again after a while:
 * the names from the file up to the root of its file system, each ended by a
 * zero byte. None for an inode without a dentry.
 */
struct wb_file_seen {
    struct wb_event_header header;
    __u64 inode;
    __u32 inode_dev; /* s_dev */
    __u32 generation;
    __u32 mode;  /* i_mode: file type and permissions */
    __u32 flags; /* enum wb_file_flag */
    __u32 names_bytes;
    __u32 rdev; /* of a device node, major << 20 | minor */
    __u8 names[WB_PATH_BYTES];
};
WB_ASSERT_SIZE(wb_file_seen, 560);

#endif
