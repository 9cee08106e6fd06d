/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* From a descriptor of the current task to the file system and disk behind it. */
#ifndef WBTRACE_OPEN_FILE_BPF_H
#define WBTRACE_OPEN_FILE_BPF_H

#include "program.bpf.h"

#include "abi/sync_events.h"
#include "compat/block_compat.bpf.h"

#define WB_MODE_FORMAT 0170000
#define WB_MODE_BLOCK 0060000

/* Whose pages the file has: this is the inode that its requests lead to. */
ALWAYS_INLINE struct inode *inode_of_descriptor(struct task_struct *task, __u64 descriptor)
{
    struct fdtable *table = BPF_CORE_READ(task, files, fdt);
    struct file *file = 0;

    if (!table || (__u32)descriptor >= BPF_CORE_READ(table, max_fds))
        return 0;
    bpf_probe_read_kernel(&file, sizeof(file), BPF_CORE_READ(table, fd) + (__u32)descriptor);
    return file ? BPF_CORE_READ(file, f_mapping, host) : 0;
}

/* Of the file system that the inode is on; of a block device, that device. */
ALWAYS_INLINE struct block_device *device_of_inode(struct inode *inode)
{
    if ((BPF_CORE_READ(inode, i_mode) & WB_MODE_FORMAT) == WB_MODE_BLOCK)
        return (void *)inode - bpf_core_field_offset(struct bdev_inode, vfs_inode);
    return BPF_CORE_READ(inode, i_sb, s_bdev);
}

ALWAYS_INLINE void fill_file(struct inode *inode, struct wb_sync *sync)
{
    struct block_device *device = device_of_inode(inode);
    struct gendisk *disk = device ? BPF_CORE_READ(device, bd_disk) : 0;

    sync->flags |= WB_SYNC_FILE_KNOWN;
    sync->inode = BPF_CORE_READ(inode, i_ino);
    sync->inode_dev = BPF_CORE_READ(inode, i_sb, s_dev);
    sync->generation = BPF_CORE_READ(inode, i_generation);
    if (!disk)
        return;
    sync->disk_dev = (__u32)BPF_CORE_READ(disk, major) << 20 | BPF_CORE_READ(disk, first_minor);
    read_device_range(device, &sync->first_sector, &sync->sectors);
}

#endif
