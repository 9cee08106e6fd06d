// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Stacked devices: a bio of md or dm goes on to a device beneath.
#include "lib/program.bpf.h"

#include "compat/block_compat.bpf.h"
#include "lib/device_table.bpf.h"
#include "lib/emit.bpf.h"

/* A bio was queued to the upper device before, so that has its row by now. */
ALWAYS_INLINE bool is_stacked(__u32 dev)
{
    struct wb_device_slot *slot = first_row_of(dev);

    return slot && slot->flags & WB_DEVICE_BIO_BASED;
}

NEVER_INLINE void tell_remap(struct bio *bio, __u32 from_dev, __u64 from_sector)
{
    struct wb_bio_remapped record = {};

    start_header(&record.header, WB_EVENT_BIO_REMAPPED, sizeof(record));
    record.upper_sector = from_sector;
    record.lower_sector = bio->bi_iter.bi_sector + first_sector_of_bio(bio);
    record.upper_dev = from_dev;
    record.lower_dev = disk_dev(bio_disk(bio));
    record.bytes = bio->bi_iter.bi_size;
    record.cmd_flags = bio->bi_opf;
    emit(&record, sizeof(record));
}

/* Mostly a partition's bio moves to its disk: that costs next to nothing here. */
SEC("?tp_btf/block_bio_remap")
int on_block_bio_remap(__u64 *ctx)
{
    struct bio *bio;
    __u32 from_dev;

    if (!control.state)
        return 0;
    bio = (struct bio *)WB_REMAP_ARG(ctx, config.args.bio_remap, 0);
    from_dev = (__u32)WB_REMAP_ARG(ctx, config.args.bio_remap, 1);
    if (comes_from_partition(bio, from_dev) || !is_stacked(from_dev))
        return 0;
    tell_remap(bio, from_dev, WB_REMAP_ARG(ctx, config.args.bio_remap, 2));
    return 0;
}
