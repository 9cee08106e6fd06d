/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Device number to row of the device table. */
#ifndef WBTRACE_DEVICE_TABLE_BPF_H
#define WBTRACE_DEVICE_TABLE_BPF_H

#include "maps.bpf.h"

#define WB_NO_DEVICE 0xffffffffu

ALWAYS_INLINE struct wb_device_slot *device_at(__u32 index)
{
    return bpf_map_lookup_elem(&devices, &index);
}

/*
 * A device seen for the first time, in a trace of all devices. The insert into
 * the hash map decides between CPUs; whoever loses finds the winner's row. A
 * global function: the verifier looks at it once, and not at each place of a call.
 */
__weak __attribute__((noinline)) __u32 claim_device(__u32 dev, __u32 flags)
{
    __u32 first = WB_DEVICE_HASH(dev);

    for (__u32 i = 0; i < WB_DEVICE_PROBES; i++) {
        __u32 index = (first + i) & (WB_MAX_DEVICES - 1);
        struct wb_device_slot *slot = device_at(index);
        __u32 *owner;

        if (!slot)
            return WB_NO_DEVICE;
        if (bpf_map_update_elem(&device_claims, &index, &dev, BPF_NOEXIST) == 0) {
            slot->flags = flags;
            slot->end_sector = ~0ULL;
            slot->dev = dev;
            return index;
        }
        owner = bpf_map_lookup_elem(&device_claims, &index);
        if (owner && *owner == dev)
            return index;
    }
    count_loss(WB_LOSS_MAP_FULL);
    return WB_NO_DEVICE;
}

/*
 * Row of a device, or WB_NO_DEVICE when it is not traced. A sector past every
 * range (flush: all ones) belongs to whole disks only.
 */
ALWAYS_INLINE __u32 find_device(__u32 dev, __u64 sector, bool bio_based)
{
    __u32 first = WB_DEVICE_HASH(dev);

    if (!dev)
        return WB_NO_DEVICE;
#pragma unroll
    for (__u32 i = 0; i < WB_DEVICE_PROBES; i++) {
        __u32 index = (first + i) & (WB_MAX_DEVICES - 1);
        struct wb_device_slot *slot = device_at(index);

        if (!slot || !slot->dev)
            break;
        if (slot->dev == dev && (!(slot->flags & WB_DEVICE_PARTITION) ||
                                 (sector >= slot->first_sector && sector < slot->end_sector)))
            return index;
    }
    if (config.filter_devices)
        return WB_NO_DEVICE;
    return claim_device(dev, bio_based ? WB_DEVICE_BIO_BASED : 0);
}

/* Whether anything of a disk is traced. For what has no disk see foreign.bpf.h. */
ALWAYS_INLINE bool traces_disk(__u32 dev)
{
    __u32 first = WB_DEVICE_HASH(dev);

    if (!config.filter_devices)
        return true;
#pragma unroll
    for (__u32 i = 0; i < WB_DEVICE_PROBES; i++) {
        struct wb_device_slot *slot = device_at((first + i) & (WB_MAX_DEVICES - 1));

        if (slot && slot->dev == dev)
            return true;
    }
    return false;
}

ALWAYS_INLINE struct wb_device_totals *totals_of_device(__u32 index)
{
    return bpf_map_lookup_elem(&device_totals, &index);
}

#endif
