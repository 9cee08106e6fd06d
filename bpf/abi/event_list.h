/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * THE catalogue of records that travel through the ring buffers.
 *
 * X(number, NAME, struct, what it states). Numbers are written down, only
 * appended and never used again. A new kind is one row here and its struct in
 * the header of its family; the decoder, the sinks and the layout test follow
 * from this list.
 */
#ifndef WBTRACE_ABI_EVENT_LIST_H
#define WBTRACE_ABI_EVENT_LIST_H

#define WB_EVENT_LIST(X)                                                                    \
    X(1, REQUEST_DONE, wb_request_done, "a request, or a bio of a bio-based device, ended") \
    X(2, DIRTY_THROTTLED, wb_dirty_throttled, "a task was put to sleep for dirtying pages") \
    X(3, RATELIMIT_UPDATED, wb_ratelimit_updated, "the dirty rate limit of a device moved") \
    X(4, WORK_FINISHED, wb_work_finished, "a writeback work was carried out")               \
    X(5, PAGE_RUN, wb_page_run, "pages of one inode were dirtied, added or evicted")        \
    X(6, TASK_FORKED, wb_task_forked, "a process of the scope was created")                 \
    X(7, TASK_EXECED, wb_task_execed, "a process of the scope runs another program")        \
    X(8, TASK_EXITED, wb_task_exited, "a process of the scope ended")                       \
    X(9, FILE_SEEN, wb_file_seen, "the name of an inode")                                   \
    X(10, CGROUP_MADE, wb_cgroup_made, "a cgroup was created")                              \
    X(11, SYNC_BEGAN, wb_sync_began, "a task asked for its data to be on the device")       \
    X(12, SYNC_ENDED, wb_sync_ended, "that call returned")                                  \
    X(13, BIO_REMAPPED, wb_bio_remapped, "a bio went on to a device beneath")

enum wb_event_kind {
#define WB_EVENT_ENUM(number, name, type, what) WB_EVENT_##name = number,
    WB_EVENT_LIST(WB_EVENT_ENUM)
#undef WB_EVENT_ENUM
};

#endif
