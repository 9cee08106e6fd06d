/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What lies on no traced device, where the device itself does not say so: file
 * systems with a bdi of their own (btrfs, nfs, fuse), and block devices that are
 * written without a file system. User space lists what it knows to lie elsewhere;
 * what is mounted or plugged in later counts as traced.
 */
#ifndef WBTRACE_FOREIGN_BPF_H
#define WBTRACE_FOREIGN_BPF_H

#include "device_table.bpf.h"

#include "compat/block_compat.bpf.h"
#include "compat/writeback_compat.bpf.h"

struct {
    __uint(type, BPF_MAP_TYPE_HASH);
    __uint(max_entries, 16384);
    __uint(map_flags, 1); /* BPF_F_NO_PREALLOC: usually a handful */
    __type(key, struct wb_foreign);
    __type(value, __u32);
} foreign __weak SEC(".maps");

NEVER_INLINE bool is_foreign_bdi(struct backing_dev_info *bdi)
{
    struct wb_foreign key = {};

    bpf_probe_read_kernel_str(key.bdi_name, sizeof(key.bdi_name), bdi->dev_name);
    return bpf_map_lookup_elem(&foreign, &key);
}

/* Whether a bdi writes to a traced device. */
ALWAYS_INLINE bool traces_bdi(struct backing_dev_info *bdi)
{
    __u32 dev = bdi_dev(bdi);

    if (!config.filter_devices)
        return true;
    return dev ? traces_disk(dev) : !is_foreign_bdi(bdi);
}

/* Whether an inode's pages are written to a traced device. */
ALWAYS_INLINE bool traces_inode(struct inode *inode)
{
    struct super_block *sb = inode->i_sb;
    struct block_device *bdev = sb->s_bdev;
    struct wb_foreign key = {};

    if (!config.filter_devices)
        return true;
    if (bdev)
        return traces_disk(disk_dev(bdev->bd_disk));
    if (!inode->i_rdev)
        return traces_bdi(sb->s_bdi);
    key.dev = inode->i_rdev;
    return !bpf_map_lookup_elem(&foreign, &key);
}

#endif
