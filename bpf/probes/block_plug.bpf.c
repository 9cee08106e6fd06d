// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Plugging: how many requests a task gathered before it let them go.
#include "lib/program.bpf.h"

#include "compat/block_compat.bpf.h"
#include "lib/device_table.bpf.h"

/* The bucket layout of abi/totals.h: exact below 32, then 16 steps a doubling. */
ALWAYS_INLINE __u32 plug_bucket(__u32 depth)
{
    __u32 shift = 0;

#pragma unroll
    for (int i = 0; i < 3; i++)
        if (depth >> shift >= 32)
            shift++;
    depth = shift * 16 + (depth >> shift);
    return depth < WB_PLUG_BUCKETS ? depth : WB_PLUG_BUCKETS - 1;
}

/* Partitions have no plug of their own: sector 0 finds whole disks only. */
ALWAYS_INLINE struct wb_device_totals *totals_of_queue(struct request_queue *q)
{
    struct gendisk *disk = queue_disk(q);
    __u32 index = disk ? find_device(disk, ~0ULL, false) : find_number(queue_dev(q));

    return index == WB_NO_DEVICE ? 0 : totals_of_device(index);
}

SEC("?tp_btf/block_plug")
int on_block_plug(__u64 *ctx)
{
    struct wb_device_totals *totals;

    if (!control.state)
        return 0;
    totals = totals_of_queue((struct request_queue *)WB_ARG(ctx, 0));
    if (totals)
        add(&totals->plugs, 1);
    return 0;
}

SEC("?tp_btf/block_unplug")
int on_block_unplug(__u64 *ctx)
{
    struct wb_device_totals *totals;
    __u32 depth = (__u32)WB_ARG(ctx, 1);
    bool explicit = (__u8)WB_ARG(ctx, 2);
    __u32 bucket = plug_bucket(depth);

    if (!control.state)
        return 0;
    totals = totals_of_queue((struct request_queue *)WB_ARG(ctx, 0));
    if (!totals || bucket >= WB_PLUG_BUCKETS)
        return 0;
    add(&totals->unplugs, 1);
    add(&totals->unplug_depth_sum, depth);
    if (explicit)
        add(&totals->unplugs_explicit, 1);
    __sync_fetch_and_add(&totals->unplug_depth[bucket], 1);
    return 0;
}
