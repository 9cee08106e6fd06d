/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Disk to row of the device table. */
#ifndef WBTRACE_DEVICE_TABLE_BPF_H
#define WBTRACE_DEVICE_TABLE_BPF_H

#include "maps.bpf.h"

#include "compat/block_compat.bpf.h"

#define WB_NO_DEVICE 0xffffffffu

ALWAYS_INLINE struct wb_device_slot *device_at(__u32 index)
{
    return bpf_map_lookup_elem(&devices, &index);
}

/*
 * Tells media under one number apart, never 0. Without a diskseq the disk's address
 * does, which a loop device keeps when it gets another file.
 */
ALWAYS_INLINE __u64 incarnation_of(struct gendisk *disk)
{
    __u64 number = disk_sequence(disk);

    if (!number)
        number = identity_of(disk) >> 3;
    return WB_INCARNATION(number) ?: 1;
}

/*
 * A free row from place `first` on, or the one that another CPU took for the same: the
 * insert into the hash map decides. Global, so that the verifier looks at the loop once.
 */
GLOBAL __u32 claim_row(__u32 dev, __u64 incarnation, __u32 flags, __u32 first, __u32 places)
{
    __u64 mine = WB_ROW_OWNER(dev, incarnation);

    for (__u32 i = 0; i < WB_MEDIUM_PROBES && i < places; i++) {
        __u32 index = (first + i) & (WB_MAX_DEVICES - 1);
        struct wb_device_slot *slot = device_at(index);
        __u64 *owner;

        if (!slot)
            return WB_NO_DEVICE;
        if (bpf_map_update_elem(&device_claims, &index, &mine, BPF_NOEXIST) == 0) {
            slot->flags = flags;
            slot->end_sector = ~0ULL;
            slot->incarnation = incarnation;
            slot->current = WB_CURRENT(incarnation, index);
            slot->dev = dev;
            return index;
        }
        owner = bpf_map_lookup_elem(&device_claims, &index);
        if (owner && *owner == mine)
            return index;
    }
    count_loss(WB_LOSS_MAP_FULL);
    return WB_NO_DEVICE;
}

/* The number is known, but not, or not as the last one seen, with this medium. */
GLOBAL __u32 claim_medium(__u32 dev, __u64 incarnation, __u32 first_row)
{
    struct wb_device_slot *first = device_at(first_row);
    __u32 index = first_row;

    if (!first)
        return WB_NO_DEVICE;
    if (!first->incarnation) { /* user space could not tell it: then this is the one */
        first->incarnation = incarnation;
    } else if (first->incarnation != incarnation) {
        if (first->flags & WB_DEVICE_PARTITION) /* of a disk that is no more */
            return WB_NO_DEVICE;
        index = claim_row(dev, incarnation, WB_DEVICE_LATER | (first->flags & WB_DEVICE_BIO_BASED),
                          WB_DEVICE_HASH(dev ^ (__u32)incarnation), WB_MEDIUM_PROBES);
    }
    if (index < WB_MAX_DEVICES)
        first->current = WB_CURRENT(incarnation, index);
    return index;
}

/*
 * Row of a disk that is met for the first time, or for the first time again. The disk may
 * be gone when the report is written: its name is kept now.
 */
NEVER_INLINE __u32 claim_device(struct gendisk *disk, __u32 first_row, __u32 flags)
{
    __u32 dev = disk_dev(disk);
    __u32 index = first_row < WB_MAX_DEVICES ? claim_medium(dev, incarnation_of(disk), first_row)
                                             : claim_row(dev, incarnation_of(disk), flags,
                                                         WB_DEVICE_HASH(dev), WB_DEVICE_PROBES);
    struct wb_device_slot *slot = device_at(index);

    if (slot && !slot->name[0]) {
        bpf_probe_read_kernel(slot->name, sizeof(slot->name) - 1, &disk->disk_name);
        if (disk_sequence(disk))
            slot->flags |= WB_DEVICE_SEQUENCED;
    }
    return index;
}

/* A first row of this number, from which this sector is traced. */
ALWAYS_INLINE bool is_first_row(const struct wb_device_slot *slot, __u32 dev, __u64 sector)
{
    if (slot->dev != dev || slot->flags & WB_DEVICE_LATER)
        return false;
    return !(slot->flags & WB_DEVICE_PARTITION) ||
           (sector >= slot->first_sector && sector < slot->end_sector);
}

/*
 * Row of a disk, or WB_NO_DEVICE when it is not traced. A sector past every range
 * (flush: all ones) belongs to whole disks only.
 */
ALWAYS_INLINE __u32 find_device(struct gendisk *disk, __u64 sector, bool bio_based)
{
    __u32 dev = disk_dev(disk);
    __u32 first = WB_DEVICE_HASH(dev);
    __u32 row = WB_NO_DEVICE;

    if (!dev)
        return WB_NO_DEVICE;
#pragma unroll
    for (__u32 i = 0; i < WB_DEVICE_PROBES; i++) {
        __u32 index = (first + i) & (WB_MAX_DEVICES - 1);
        struct wb_device_slot *slot = device_at(index);

        if (!slot || !slot->dev)
            break;
        if (!is_first_row(slot, dev, sector))
            continue;
        if (slot->current >> WB_ROW_BITS == incarnation_of(disk))
            return slot->current & (WB_MAX_DEVICES - 1);
        row = index;
        break;
    }
    if (row == WB_NO_DEVICE && config.filter_devices)
        return WB_NO_DEVICE;
    return claim_device(disk, row, bio_based ? WB_DEVICE_BIO_BASED : 0);
}

/* The first row of a whole disk, by its number alone. */
ALWAYS_INLINE struct wb_device_slot *first_row_of(__u32 dev)
{
    __u32 first = WB_DEVICE_HASH(dev);

    if (!dev)
        return 0;
#pragma unroll
    for (__u32 i = 0; i < WB_DEVICE_PROBES; i++) {
        struct wb_device_slot *slot = device_at((first + i) & (WB_MAX_DEVICES - 1));

        if (!slot || !slot->dev)
            break;
        if (is_first_row(slot, dev, ~0ULL))
            return slot;
    }
    return 0;
}

/* Row of a number of which the disk is not at hand: that of its last seen medium. */
ALWAYS_INLINE __u32 find_number(__u32 dev)
{
    struct wb_device_slot *slot = first_row_of(dev);

    return slot ? slot->current & (WB_MAX_DEVICES - 1) : WB_NO_DEVICE;
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
