/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Bios of devices without requests (zram, md, dm, pmem), queue to complete. */
#ifndef WBTRACE_BIO_END_BPF_H
#define WBTRACE_BIO_END_BPF_H

#include "request_table.bpf.h"

__u64 bios_in_flight __weak = 0;

struct {
    __uint(type, BPF_MAP_TYPE_HASH);
    __uint(max_entries, 16384);
    __type(key, __u64);
    __type(value, struct wb_place);
} bio_places __weak SEC(".maps");

ALWAYS_INLINE void send_bio(struct wb_place *place, struct wb_device_totals *totals,
                            struct wb_device_slot *device, __u32 opcode_op)
{
    struct wb_op_totals *op = op_totals(totals, opcode_op, place->flags);
    struct wb_request_done record = {};

    add(&op->bytes, place->bytes);
    if (place->error)
        add(&op->errors, 1);
    fill_record(&record, place, device->dev);
    record.sector = place->sector;
    record.cmd_flags = place->cmd_flags;
    record.op = opcode_op;
    record.done_bytes = place->bytes;
    record.error = place->error;
    send_request(&record, place, totals, op);
}

/* A bio that only flushes has an opcode of its own in requests alone. */
ALWAYS_INLINE __u32 operation_of_bio(const struct wb_place *place)
{
    __u32 op = operation_of(place->cmd_flags);

    return op == WB_OP_WRITE && !place->bytes ? WB_OP_FLUSH : op;
}

/*
 * error: blk_status_t (positive) or errno (negative). A global function: the
 * verifier looks at it once, and not once in each turn of the loop around it.
 */
GLOBAL int end_bio(__u64 bio, __s32 error)
{
    struct wb_place *place = bpf_map_lookup_elem(&bio_places, &bio);
    struct wb_device_totals *totals;
    struct wb_device_slot *device;

    if (!place)
        return 0;
    place->error = error;
    totals = totals_of_device(place->device_slot);
    device = device_at(place->device_slot);
    if (totals && device && !too_fast(place))
        send_bio(place, totals, device, operation_of_bio(place));
    if (bpf_map_delete_elem(&bio_places, &bio) == 0)
        add(&bios_in_flight, -1);
    return 0;
}

#endif
