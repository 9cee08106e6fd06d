// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Bios: counters only, except on devices that have no requests.
#include "lib/program.bpf.h"

#include "compat/block_compat.bpf.h"
#include "lib/bio_end.bpf.h"
#include "lib/device_table.bpf.h"
#include "lib/inode_join.bpf.h"

ALWAYS_INLINE __u32 device_of_bio(struct bio *bio)
{
    struct gendisk *disk = bio_disk(bio);
    bool bio_based = disk && disk->queue && !disk->queue->mq_ops;

    return find_device(disk_dev(disk), bio->bi_iter.bi_sector, bio_based);
}

/* Without a request there is no issue: queued and issued are one time. */
NEVER_INLINE void begin_bio(struct bio *bio, __u32 index)
{
    struct wb_request_done record = {};
    __u64 key = identity_of(bio);

    set_issuer(&record);
    record.flags |= WB_REQUEST_BIO_BASED;
    record.op = operation_of(bio->bi_opf);
    /* A bio that only flushes has an opcode of its own in requests alone. */
    if (record.op == WB_OP_WRITE && !bio->bi_iter.bi_size)
        record.op = WB_OP_FLUSH;
    record.queued_ns = record.issued_ns = bpf_ktime_get_ns();
    record.sector = bio->bi_iter.bi_sector;
    record.bytes = bio->bi_iter.bi_size;
    record.dev = disk_dev(bio_disk(bio));
    record.device_slot = index;
    record.cmd_flags = bio->bi_opf;
    record.bios = 1;
    if (record.op <= WB_OP_WRITE && config.page_cache)
        join_inode(bio, &record);
    if (bpf_map_update_elem(&bio_records, &key, &record, BPF_NOEXIST) == 0)
        add(&bios_in_flight, 1);
    else
        count_loss(WB_LOSS_MAP_FULL);
}

SEC("?tp_btf/block_bio_queue")
int on_block_bio_queue(__u64 *ctx)
{
    struct bio *bio;
    struct wb_device_totals *totals;
    struct wb_device_slot *device;
    __u32 index;

    if (!control.state)
        return 0;
    bio = WB_BIO_ARG(ctx, config.args.bio_queue);
    index = device_of_bio(bio);
    if (index == WB_NO_DEVICE)
        return 0;
    totals = totals_of_device(index);
    device = device_at(index);
    if (!totals || !device)
        return 0;
    add(&totals->bios_queued, 1);
    add(&totals->bio_bytes_queued, bio->bi_iter.bi_size);
    if (device->flags & WB_DEVICE_BIO_BASED)
        begin_bio(bio, index);
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

SEC("?tp_btf/block_bio_backmerge")
int on_block_bio_backmerge(__u64 *ctx)
{
    struct wb_device_totals *totals;
    __u32 index;

    if (!control.state)
        return 0;
    index = device_of_bio(WB_MERGED_BIO_ARG(ctx, config.args.bio_backmerge));
    totals = index == WB_NO_DEVICE ? 0 : totals_of_device(index);
    if (totals)
        add(&totals->back_merged, 1);
    return 0;
}

SEC("?tp_btf/block_bio_frontmerge")
int on_block_bio_frontmerge(__u64 *ctx)
{
    struct wb_device_totals *totals;
    __u32 index;

    if (!control.state)
        return 0;
    index = device_of_bio(WB_MERGED_BIO_ARG(ctx, config.args.bio_frontmerge));
    totals = index == WB_NO_DEVICE ? 0 : totals_of_device(index);
    if (totals)
        add(&totals->front_merged, 1);
    return 0;
}

SEC("?tp_btf/block_split")
int on_block_split(__u64 *ctx)
{
    struct wb_device_totals *totals;
    __u32 index;

    if (!control.state)
        return 0;
    index = device_of_bio(WB_SPLIT_BIO_ARG(ctx, config.args.split));
    totals = index == WB_NO_DEVICE ? 0 : totals_of_device(index);
    if (totals)
        add(&totals->split, 1);
    return 0;
}
