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
    __u64 inode;
    __u64 pages;
    __u32 folios;
    __u32 inode_dev; /* s_dev */
    __u32 pid;
    __u32 tgid;
    __u8 action; /* enum wb_page_action */
    __u8 in_scope;
    __u8 after_command;
    __u8 reserved;
    __u32 generation; /* of the inode */
    __u8 comm[WB_COMM_LEN];
    __u32 orders[WB_FOLIO_ORDERS]; /* folios by order */
};
WB_ASSERT_SIZE(wb_page_run, 120);

#endif
