// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Bios: counters only, except on devices that have no requests.
#include "lib/program.bpf.h"

#include "compat/block_compat.bpf.h"
#include "lib/bio_end.bpf.h"
#include "lib/device_table.bpf.h"
#include "lib/inode_join.bpf.h"

ALWAYS_INLINE bool is_bio_based(struct gendisk *disk)
{
    return disk && disk->queue && !disk->queue->mq_ops;
}

ALWAYS_INLINE __u32 device_of_bio(struct bio *bio)
{
    struct gendisk *disk = bio_disk(bio);

    return find_device(disk, bio->bi_iter.bi_sector, is_bio_based(disk));
}

/* Without a request there is no issue: queued and issued are one time. */
NEVER_INLINE void begin_bio(struct bio *bio, __u32 index, struct wb_device_totals *totals)
{
    struct wb_place place = {};
    __u64 key = identity_of(bio);

    first_sight(&place, index);
    place.issued_ns = place.queued_ns;
    place.flags |= WB_REQUEST_BIO_BASED;
    place.sector = bio->bi_iter.bi_sector;
    place.bytes = bio->bi_iter.bi_size;
    place.bios = 1;
    place.cmd_flags = bio->bi_opf;
    if (config.page_cache)
        join_inode(bio, operation_of(bio->bi_opf), &place);
    place.op = operation_of_bio(&place);
    if (config.filter.parts && !wants_request(&place))
        return;
    if (bpf_map_update_elem(&bio_places, &key, &place, BPF_NOEXIST) == 0) {
        add(&bios_in_flight, 1);
        return;
    }
    count_loss(WB_LOSS_MAP_FULL);
    /* Its end will not be known as such, nor how long it took: it is counted now. */
    if (!filters(WB_FILTER_LATENCY))
        count_unseen(totals, operation_of_bio(&place), place.flags, place.bytes);
}

SEC("?tp_btf/block_bio_queue")
int on_block_bio_queue(__u64 *ctx)
{
    struct wb_device_totals *totals;
    struct bio *bio;
    __u32 index;

    if (!control.state)
        return 0;
    bio = WB_BIO_ARG(ctx, config.args.bio_queue);
    index = device_of_bio(bio);
    totals = index == WB_NO_DEVICE ? 0 : totals_of_device(index);
    if (!totals)
        return 0;
    add(&totals->bios_queued, 1);
    add(&totals->bio_bytes_queued, bio->bi_iter.bi_size);
    if (is_bio_based(bio_disk(bio)))
        begin_bio(bio, index, totals);
    return 0;
}

/* Only bio-based devices come here: a request ends its bios silently. */
SEC("?tp_btf/block_bio_complete")
int on_block_bio_complete(__u64 *ctx)
{
    struct bio *bio = (struct bio *)WB_ARG(ctx, 1);

    if (control.state && bios_in_flight)
        end_bio(identity_of(bio), bio->bi_status);
    return 0;
}

/* Totals of the device that a bio goes to; NULL: not traced. */
ALWAYS_INLINE struct wb_device_totals *totals_of_bio(struct bio *bio)
{
    __u32 index = device_of_bio(bio);

    return index == WB_NO_DEVICE ? 0 : totals_of_device(index);
}

SEC("?tp_btf/block_bio_backmerge")
int on_block_bio_backmerge(__u64 *ctx)
{
    struct wb_device_totals *totals;

    if (!control.state)
        return 0;
    totals = totals_of_bio(WB_MERGED_BIO_ARG(ctx, config.args.bio_backmerge));
    if (totals)
        add(&totals->back_merged, 1);
    return 0;
}

SEC("?tp_btf/block_bio_frontmerge")
int on_block_bio_frontmerge(__u64 *ctx)
{
    struct wb_device_totals *totals;

    if (!control.state)
        return 0;
    totals = totals_of_bio(WB_MERGED_BIO_ARG(ctx, config.args.bio_frontmerge));
    if (totals)
        add(&totals->front_merged, 1);
    return 0;
}

SEC("?tp_btf/block_split")
int on_block_split(__u64 *ctx)
{
    struct wb_device_totals *totals;

    if (!control.state)
        return 0;
    totals = totals_of_bio(WB_SPLIT_BIO_ARG(ctx, config.args.split));
    if (totals)
        add(&totals->split, 1);
    return 0;
}
