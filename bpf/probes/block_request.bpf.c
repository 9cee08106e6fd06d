// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Requests: first sight, insert, issue, requeue, merge. The completion is in
// block_complete.bpf.c.
#include "lib/program.bpf.h"

#include "compat/block_compat.bpf.h"
#include "lib/done_for_scope.bpf.h"
#include "lib/inode_join.bpf.h"
#include "lib/io_stacks.bpf.h"
#include "lib/request_table.bpf.h"
#include "lib/threads.bpf.h"

#define WB_BIOS_COUNTED 256

char LICENSE[] SEC("license") = "Dual BSD/GPL";

/* Place of a request on a traced device, made at need; NULL: not traced. */
ALWAYS_INLINE struct wb_place *see_request(struct request *rq, bool *first)
{
    struct wb_place *place = find_place(identity_of(rq));
    __u32 device;

    if (place && place->state != WB_PLACE_FREE && place->state != WB_PLACE_IGNORED)
        return place;
    device = find_device(request_disk(rq), rq->__sector, false);
    if (device == WB_NO_DEVICE)
        return 0;
    if (!place)
        place = claim_place(identity_of(rq));
    if (!place)
        return 0;
    first_sight(place, device);
    *first = true;
    return place;
}

/* Accounting starts: always a new request, whatever its place still says. */
SEC("?tp_btf/block_io_start")
int on_block_io_start(__u64 *ctx)
{
    struct request *rq;
    struct wb_place *place;
    bool first;

    if (!control.state)
        return 0;
    rq = (struct request *)WB_ARG(ctx, 0);
    place = find_place(identity_of(rq));
    if (place && place->state == WB_PLACE_QUEUED)
        place->state = WB_PLACE_FREE;
    if (see_request(rq, &first))
        note_submitter(ctx, identity_of(rq));
    return 0;
}

SEC("?tp_btf/block_rq_insert")
int on_block_rq_insert(__u64 *ctx)
{
    struct request *rq;
    bool first = false;

    if (!control.state)
        return 0;
    rq = WB_REQUEST_ARG(ctx, config.args.rq_insert);
    if (see_request(rq, &first) && first)
        note_submitter(ctx, identity_of(rq));
    return 0;
}

ALWAYS_INLINE __u16 count_bios(struct bio *bio, const struct bio *last)
{
    __u16 bios = 0;

    if (bio == last)
        return bio ? 1 : 0;
    for (; bios < WB_BIOS_COUNTED; bios++) {
        if (!bio)
            return bios;
        bio = bio->bi_next;
    }
    return WB_BIOS_MANY;
}

/* Bytes that have not been counted as completed yet. */
ALWAYS_INLINE __u32 left_of(const struct wb_place *place)
{
    return place->flags & WB_REQUEST_PARTIAL ? place->bytes - place->done_bytes : place->bytes;
}

/* Issued twice without a requeue between: the first one's end escaped us. */
NEVER_INLINE void completion_escaped(struct wb_place *place)
{
    struct wb_device_totals *totals = totals_of_device(place->device_slot);

    count_loss(WB_LOSS_COMPLETION_MISSED);
    if (totals)
        count_unseen(totals, place->op, place->flags, left_of(place));
    first_sight(place, place->device_slot);
}

/* One that the filters leave out comes again after a requeue. */
ALWAYS_INLINE bool is_ignored_again(struct request *rq)
{
    struct wb_place *place;

    if (!config.filter.parts)
        return false;
    place = find_place(identity_of(rq));
    return place && place->state == WB_PLACE_IGNORED && place->requeues;
}

/* Direct I/O of a task that waits for it, handed in by another; not what a loop device passes on.
 */
ALWAYS_INLINE bool is_resubmitted(const struct wb_place *place)
{
    return place->flags & WB_REQUEST_SUBMITTED && !(place->flags & WB_REQUEST_FROM_ABOVE);
}

SEC("?tp_btf/block_rq_issue")
int on_block_rq_issue(__u64 *ctx)
{
    struct request *rq;
    struct wb_place *place;
    struct bio *bio;
    bool first = false;
    __u16 bios;

    if (!control.state)
        return 0;
    rq = WB_REQUEST_ARG(ctx, config.args.rq_issue);
    bio = rq->bio; /* here, for the verifier: lib/program.bpf.h */
    bios = unknown(count_bios(bio, rq->biotail));
    if (is_ignored_again(rq))
        return 0;
    place = see_request(rq, &first);
    if (!place)
        return 0;
    if (first)
        note_submitter(ctx, identity_of(rq));
    if (place->state == WB_PLACE_ISSUED)
        completion_escaped(place);
    if (place->state == WB_PLACE_QUEUED) {
        place->bytes = rq->__data_len;
        place->segments = rq->nr_phys_segments;
        place->bios = bios;
        place->op = operation_of(rq->cmd_flags);
        if (config.page_cache)
            join_inode(bio, place->op, place);
        if (place->flags & (WB_REQUEST_ISSUER_IN_SCOPE | WB_REQUEST_DIRTIER_IN_SCOPE))
            works_for_scope();
        if (config.time_budget && is_resubmitted(place) && bio->bi_flags & config.throttled_bio)
            held_back(place->dirtier_pid, rq->start_time_ns);
        if (config.filter.parts && !wants_request(place)) {
            place->state = WB_PLACE_IGNORED;
            return 0;
        }
    }
    place->state = WB_PLACE_ISSUED;
    /* The clock is dear: without an earlier sight, both times are one. */
    place->issued_ns = first ? place->queued_ns : bpf_ktime_get_ns();
    return 0;
}

SEC("?tp_btf/block_rq_requeue")
int on_block_rq_requeue(__u64 *ctx)
{
    struct request *rq;
    struct wb_place *place;
    struct wb_device_totals *totals;
    struct wb_op_totals *op;

    if (!control.state)
        return 0;
    rq = WB_REQUEST_ARG(ctx, config.args.rq_requeue);
    place = find_place(identity_of(rq));
    if (place && place->state == WB_PLACE_IGNORED)
        place->requeues = 1;
    if (!place || place->state != WB_PLACE_ISSUED)
        return 0;
    place->state = WB_PLACE_REQUEUED;
    if (place->requeues < 255)
        place->requeues++;
    totals = totals_of_device(place->device_slot);
    op = totals ? op_totals(totals, operation_of(rq->cmd_flags), place->flags) : 0;
    if (op)
        add(&op->requeued, 1);
    return 0;
}

/* The request was merged into another one: it will be neither issued nor completed. */
SEC("?tp_btf/block_rq_merge")
int on_block_rq_merge(__u64 *ctx)
{
    struct request *rq;
    struct wb_place *place;
    struct wb_device_totals *totals;
    __u32 device;

    if (!control.state)
        return 0;
    rq = WB_REQUEST_ARG(ctx, config.args.rq_merge);
    device = find_device(request_disk(rq), rq->__sector, false);
    totals = device == WB_NO_DEVICE ? 0 : totals_of_device(device);
    if (totals)
        add(&totals->request_merges, 1);
    place = find_place(identity_of(rq));
    if (place) {
        place->state = WB_PLACE_FREE;
        drop_overflow_place(identity_of(rq));
    }
    return 0;
}
