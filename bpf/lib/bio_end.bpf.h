/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Bios of devices without requests (zram, md, dm, pmem), queue to complete. */
#ifndef WBTRACE_BIO_END_BPF_H
#define WBTRACE_BIO_END_BPF_H

#include "emit.bpf.h"
#include "operation.bpf.h"
#include "request_table.bpf.h"

__u64 bios_in_flight __weak = 0;

struct {
    __uint(type, BPF_MAP_TYPE_HASH);
    __uint(max_entries, 16384);
    __type(key, __u64);
    __type(value, struct wb_request_done);
} bio_records __weak SEC(".maps");

/*
 * error: blk_status_t (positive) or errno (negative). A global function: the
 * verifier looks at it once, and not once in each turn of the loop around it.
 */
__weak __attribute__((noinline)) int end_bio(__u64 bio, __s32 error)
{
    struct wb_request_done *record = bpf_map_lookup_elem(&bio_records, &bio);
    struct wb_device_totals *totals;
    struct wb_op_totals *op;

    if (!record)
        return 0;
    totals = totals_of_device(record->device_slot);
    op = totals ? op_totals(totals, record) : 0;
    if (op) {
        record->done_bytes = record->bytes;
        record->error = error;
        add(&op->bytes, record->bytes);
        if (error)
            add(&op->errors, 1);
        add(&op->requests, 1);
        if (after_command())
            record->flags |= WB_REQUEST_AFTER_COMMAND;
        start_header(&record->header, WB_EVENT_REQUEST_DONE, sizeof(*record));
        emit_counted(record, sizeof(*record), op->requests, &totals->ring_full);
    }
    if (bpf_map_delete_elem(&bio_records, &bio) == 0)
        add(&bios_in_flight, -1);
    return 0;
}

#endif
