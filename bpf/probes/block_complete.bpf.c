// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// The end of a request: totals, and the record.
#include "lib/program.bpf.h"

#include "compat/block_compat.bpf.h"
#include "lib/bio_end.bpf.h"
#include "lib/io_stacks.bpf.h"
#include "lib/request_table.bpf.h"

#define WB_BIOS_WALKED 512

/* Bios of bio-based devices above that travel in this request (md on 5.10). */
NEVER_INLINE void end_bios_above(struct request *rq, __u32 left, __s32 error)
{
    struct bio *bio = rq->bio;

    for (int i = 0; i < WB_BIOS_WALKED; i++) {
        if (!bio || bio->bi_iter.bi_size > left)
            return;
        left -= bio->bi_iter.bi_size;
        end_bio(identity_of(bio), error);
        bio = bio->bi_next;
    }
}

/* It failed before it reached the driver: seen, never issued. */
ALWAYS_INLINE void failed_unissued(struct wb_device_totals *totals, struct wb_place *place,
                                   struct request *rq)
{
    add(&op_totals(totals, operation_of(rq->cmd_flags), place->flags)->errors, 1);
}

/*
 * A completion without an issue of ours. The flush machinery makes some that
 * carry no bytes: the end of a flush bio without data, and the second end of a
 * write that also flushed.
 */
NEVER_INLINE void unmatched(struct request *rq, struct wb_place *place, __u32 bytes)
{
    __u32 device = find_device(request_disk(rq), rq->__sector, false);
    struct wb_device_totals *totals = totals_of_device(device);
    struct wb_cpu_totals *cpu = totals_of_cpu();
    bool seen = place && place->state == WB_PLACE_QUEUED;

    if (totals && seen && bytes)
        failed_unissued(totals, place, rq);
    if (place) {
        place->state = WB_PLACE_FREE;
        drop_overflow_place(identity_of(rq));
    }
    if (!totals || !cpu || (seen && bytes))
        return;
    if (!bytes) {
        if (!rq->nr_phys_segments)
            add(&totals->empty_flushes, 1);
    } else if (rq->start_time_ns < control.start_ns) {
        add(&cpu->in_flight_at_start, 1);
    } else {
        add(&cpu->lost[WB_LOSS_COMPLETE_WITHOUT_ISSUE], 1);
        count_unseen(totals, operation_of(rq->cmd_flags), 0, bytes);
    }
}

/* A part has ended, and the request moves on behind it: keep where it began. */
NEVER_INLINE void ended_in_part(struct request *rq, struct wb_device_totals *totals,
                                struct wb_place *place, __u32 bytes, __s32 error)
{
    if (!(place->flags & WB_REQUEST_PARTIAL)) {
        place->sector = rq->__sector;
        place->done_bytes = 0;
        place->error = 0;
    }
    place->flags |= WB_REQUEST_PARTIAL;
    place->done_bytes += bytes;
    if (error)
        place->error = error;
    add(&totals->partial_completions, 1);
}

/* What earlier parts left behind. */
ALWAYS_INLINE void add_parts(struct wb_request_done *record, const struct wb_place *place)
{
    record->sector = place->sector;
    record->done_bytes += place->done_bytes;
    if (!record->error)
        record->error = place->error;
}

ALWAYS_INLINE void ended(struct request *rq, struct bio *bio, struct wb_device_totals *totals,
                         struct wb_op_totals *op, struct wb_place *place, __u32 bytes, __s32 error)
{
    struct wb_device_slot *device = device_at(place->device_slot);
    struct wb_request_done record = {};

    fill_record(&record, place, device ? device->dev : 0);
    record.sector = rq->__sector;
    record.cmd_flags = rq->cmd_flags;
    record.op = place->op;
    record.done_bytes = bytes;
    record.bio_cgroup_id = bio_cgroup_id(bio);
    record.error = error;
    if (place->flags & WB_REQUEST_PARTIAL)
        add_parts(&record, place);
    place->state = WB_PLACE_FREE;
    send_request(&record, place, totals, op);
    count_io(identity_of(rq), &record);
    drop_overflow_place(identity_of(rq));
}

/* The filters leave it out; those of latency can only be asked at the very end. */
ALWAYS_INLINE bool left_out(struct request *rq, struct wb_place *place, __u32 bytes)
{
    bool last = bytes >= rq->__data_len;

    if (place->state != WB_PLACE_IGNORED && !(last && too_fast(place)))
        return false;
    if (last) {
        place->state = WB_PLACE_FREE;
        drop_overflow_place(identity_of(rq));
    }
    return true;
}

/* Under a filter of latency the parts of a request count only when all of it does. */
ALWAYS_INLINE void count_completed(struct request *rq, struct wb_op_totals *op,
                                   const struct wb_place *place, __u32 bytes, __s32 error)
{
    bool last = bytes >= rq->__data_len;

    if (filters(WB_FILTER_LATENCY) && !last)
        return;
    add(&op->bytes, bytes);
    if (filters(WB_FILTER_LATENCY) && place->flags & WB_REQUEST_PARTIAL)
        add(&op->bytes, place->done_bytes);
    if (error)
        add(&op->errors, 1);
}

SEC("?tp_btf/block_rq_complete")
int on_block_rq_complete(__u64 *ctx)
{
    struct request *rq = (struct request *)WB_ARG(ctx, 0);
    __s32 error = (__s32)WB_ARG(ctx, 1);
    __u32 bytes = (__u32)WB_ARG(ctx, 2);
    struct bio *bio = rq->bio; /* here, for the verifier: lib/program.bpf.h */
    struct wb_device_totals *totals;
    struct wb_op_totals *op;
    struct wb_place *place;

    if (!control.state)
        return 0;
    if (bios_in_flight)
        end_bios_above(rq, bytes, error);
    place = find_place(identity_of(rq));
    if (!place || place->state < WB_PLACE_ISSUED) {
        unmatched(rq, place, bytes);
        return 0;
    }
    totals = totals_of_device(place->device_slot);
    if (!totals)
        return 0;
    op = op_totals(totals, place->op, place->flags);
    if (config.filter.parts && left_out(rq, place, bytes))
        return 0;
    count_completed(rq, op, place, bytes, error);
    if (bytes < rq->__data_len)
        ended_in_part(rq, totals, place, bytes, error);
    else
        ended(rq, bio, totals, op, place, bytes, error);
    return 0;
}

SEC("?tp_btf/block_rq_error")
int on_block_rq_error(__u64 *ctx)
{
    struct request *rq = (struct request *)WB_ARG(ctx, 0);
    struct wb_device_totals *totals;
    __u32 device;

    if (!control.state)
        return 0;
    device = find_device(request_disk(rq), rq->__sector, false);
    totals = device == WB_NO_DEVICE ? 0 : totals_of_device(device);
    if (totals)
        add(&totals->logged_errors, 1);
    return 0;
}
