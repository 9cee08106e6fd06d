/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What is remembered of a request, or of a bio without one, until it ends. */
#ifndef WBTRACE_PLACE_BPF_H
#define WBTRACE_PLACE_BPF_H

#include "emit.bpf.h"
#include "filter.bpf.h"
#include "operation.bpf.h"

enum wb_place_state {
    WB_PLACE_FREE = 0,
    WB_PLACE_QUEUED = 1,
    WB_PLACE_ISSUED = 2,
    WB_PLACE_REQUEUED = 3,
    WB_PLACE_IGNORED = 4, /* issued, but the filters leave it out */
};

/*
 * Two cache lines. A request is mostly issued on one CPU and ends on another,
 * and each line they share costs a trip between them: the first holds all that
 * direct I/O needs, the second is touched only by the rest. What the request
 * itself still knows at its end is not kept here.
 */
struct wb_place {
    __u64 queued_ns;
    __u64 issued_ns;
    __u64 cgroup_id;
    __u64 comm[WB_COMM_LEN / sizeof(__u64)];
    __u32 pid;
    __u32 tgid;
    __u32 bytes;
    __u16 segments;
    __u16 bios;
    __u8 device_slot;
    __u8 taken;    /* written to take the line over, never read */
    __u8 requeues; /* 255: that many or more */
    __u8 op;       /* enum wb_op */
    __u8 state;    /* enum wb_place_state */
    __u8 spare;
    __u16 flags; /* enum wb_request_flag */

    __u64 inode;
    __u64 sector;
    __u64 dirtier_cgroup_id;
    __u32 dirtier_tgid;
    __u32 dirtier_pid;
    __u32 inode_dev;
    __u32 generation;
    __u32 cmd_flags;
    __u32 done_bytes; /* in earlier parts, with WB_REQUEST_PARTIAL */
    __s32 error;      /* of an earlier part, likewise */
    __u32 reserved[3];
};
_Static_assert(sizeof(struct wb_place) == 128, "two cache lines");
_Static_assert(WB_MAX_DEVICES <= 256, "device_slot has eight bits");

/*
 * Take the first line over from the other CPU at once for writing: read first, it
 * would come as a shared copy, and the write after it would make a second trip.
 */
ALWAYS_INLINE void take_over(struct wb_place *place)
{
    *(volatile __u8 *)&place->taken = 1;
}

/* The task that asks is the one that runs at first sight. */
ALWAYS_INLINE void first_sight(struct wb_place *place, __u32 device)
{
    struct wb_current_task task;

    place->queued_ns = bpf_ktime_get_ns();
    read_current_task(&task);
    place->cgroup_id = task.cgroup_id;
    place->comm[0] = task.comm[0];
    place->comm[1] = task.comm[1];
    place->pid = task.pid;
    place->tgid = task.tgid;
    place->device_slot = device;
    place->requeues = 0;
    place->state = WB_PLACE_QUEUED;
    place->flags = in_scope(task.tgid) ? WB_REQUEST_ISSUER_IN_SCOPE : 0;
    if (task.flags & WB_KERNEL_THREAD) {
        place->flags |= WB_REQUEST_ISSUER_KTHREAD;
        if (task.flags & WB_SERVES_ABOVE)
            place->flags |= WB_REQUEST_FROM_ABOVE;
    }
    if (wants_task(&task))
        place->flags |= WB_PLACE_ISSUER_WANTED;
}

/* Whether the filters let it pass: by who is charged with it, what it does and to which file. */
ALWAYS_INLINE bool wants_request(const struct wb_place *place)
{
    __u16 task =
        place->flags & WB_REQUEST_DIRTIER_KNOWN ? WB_PLACE_DIRTIER_WANTED : WB_PLACE_ISSUER_WANTED;

    if (!(place->flags & task))
        return false;
    if (filters(WB_FILTER_FILE) && !(place->flags & WB_PLACE_FILE_WANTED))
        return false;
    return !filters(WB_FILTER_OP) || config.filter.ops >> place->op & 1;
}

/* At its end: did it take as long as the filters want? */
ALWAYS_INLINE bool too_fast(const struct wb_place *place)
{
    return filters(WB_FILTER_LATENCY) &&
           bpf_ktime_get_ns() - place->queued_ns < config.filter.min_latency_ns;
}

ALWAYS_INLINE void fill_record(struct wb_request_done *record, const struct wb_place *place,
                               __u32 dev)
{
    record->queued_ns = place->queued_ns;
    record->issued_ns = place->issued_ns;
    record->cgroup_id = place->cgroup_id;
    __builtin_memcpy(record->issuer_comm, place->comm, WB_COMM_LEN);
    record->issuer_pid = place->pid;
    record->issuer_tgid = place->tgid;
    record->bytes = place->bytes;
    record->dev = dev;
    record->device_slot = place->device_slot;
    record->requeues = place->requeues;
    record->segments = place->segments;
    record->bios = place->bios;
    record->flags = place->flags & ~WB_PLACE_OWN_FLAGS;
    if (place->flags & WB_REQUEST_INODE_KNOWN) {
        record->inode = place->inode;
        record->inode_dev = place->inode_dev;
        record->generation = place->generation;
    }
    if (place->flags & WB_REQUEST_DIRTIER_KNOWN) {
        record->dirtier_tgid = place->dirtier_tgid;
        record->dirtier_pid = place->dirtier_pid;
        record->dirtier_cgroup_id = place->dirtier_cgroup_id;
    }
    if (after_command())
        record->flags |= WB_REQUEST_AFTER_COMMAND;
}

/* A request of which one end escaped us: the totals stay right, only the record is lost. */
ALWAYS_INLINE void count_unseen(struct wb_device_totals *totals, __u32 operation, __u16 flags,
                                __u64 bytes)
{
    struct wb_op_totals *op = op_totals(totals, operation, flags);

    add(&op->requests, 1);
    add(&op->bytes, bytes);
}

/*
 * Count what has ended and send it, unless it is the recorder's. `record` is
 * complete but for its header.
 */
ALWAYS_INLINE void send_request(struct wb_request_done *record, const struct wb_place *place,
                                struct wb_device_totals *totals, struct wb_op_totals *op)
{
    add(&op->requests, 1);
    if (place->flags & WB_PLACE_RECORDER)
        return;
    start_header(&record->header, WB_EVENT_REQUEST_DONE, sizeof(*record));
    emit_counted(record, sizeof(*record), &totals->ring_full);
}

#endif
