/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Block layer differences. Each entry: meaning, what changed, and the commit and
 * version that changed it or else the kernels in which each form was seen.
 */
#ifndef WBTRACE_BLOCK_COMPAT_BPF_H
#define WBTRACE_BLOCK_COMPAT_BPF_H

#include "lib/program.bpf.h"

/*
 * The request of block_rq_insert, _issue, _merge and _requeue.
 * a54895fa057c ("block: remove the request_queue to argument request based
 * tracepoints", v5.11) dropped the queue; stable 5.10.137 has it too.
 */
#define WB_REQUEST_ARG(ctx, count) \
    ((struct request *)((count) == 2 ? WB_ARG(ctx, 1) : WB_ARG(ctx, 0)))

/*
 * The bio of block_bio_queue, of the merges and of block_split.
 * e8a676d61c07 ("block: simplify and extend the block_bio_merge tracepoint
 * class", v5.11) dropped the queue, and from the merges the request too;
 * eb6f7f7cd3af ("block: remove the request_queue argument to the block_split
 * tracepoint", v5.11) dropped it there. Stable 5.10.262 still has all of them.
 */
#define WB_BIO_ARG(ctx, count) ((struct bio *)((count) == 2 ? WB_ARG(ctx, 1) : WB_ARG(ctx, 0)))
#define WB_MERGED_BIO_ARG(ctx, count) \
    ((struct bio *)((count) == 3 ? WB_ARG(ctx, 2) : WB_ARG(ctx, 0)))
#define WB_SPLIT_BIO_ARG(ctx, count) \
    ((struct bio *)((count) == 3 ? WB_ARG(ctx, 1) : WB_ARG(ctx, 0)))

ALWAYS_INLINE __u32 disk_dev(struct gendisk *disk)
{
    return disk ? (__u32)disk->major << 20 | disk->first_minor : 0;
}

/*
 * The disk of a request.
 * f3fa33acca9f ("block: remove the ->rq_disk field in struct request", v5.17);
 * 5.15 has both fields.
 */
ALWAYS_INLINE struct gendisk *request_disk(struct request *rq)
{
    struct request___with_disk *old = (void *)rq;

    if (bpf_core_field_exists(old->rq_disk))
        return old->rq_disk;
    return ((struct request_queue___with_disk *)rq->q)->disk;
}

/*
 * The disk of a bio.
 * 309dca309fc3 ("block: store a block_device pointer in struct bio", v5.12).
 */
ALWAYS_INLINE struct gendisk *bio_disk(struct bio *bio)
{
    struct bio___with_disk *old = (void *)bio;
    struct block_device *bdev;

    if (bpf_core_field_exists(old->bi_disk))
        return old->bi_disk;
    bdev = ((struct bio___with_bdev *)bio)->bi_bdev;
    return bdev ? bdev->bd_disk : 0;
}

/* The cgroup that a bio is charged to; 0 without CONFIG_BLK_CGROUP. */
ALWAYS_INLINE __u64 bio_cgroup_id(struct bio *bio)
{
    struct bio___with_cgroup *own = (void *)bio;

    if (!bio || !bpf_core_field_exists(own->bi_blkg) || !own->bi_blkg)
        return 0;
    return own->bi_blkg->blkcg->css.cgroup->kn->id;
}

/*
 * Number of the medium of a disk, 0 where the kernel counts none: not in 5.10, in 6.1 and
 * later.
 */
ALWAYS_INLINE __u64 disk_sequence(struct gendisk *disk)
{
    struct gendisk___with_diskseq *new = (void *)disk;

    return bpf_core_field_exists(new->diskseq) ? new->diskseq : 0;
}

/*
 * block_bio_remap: the bio, the device and the sector it comes from. 5.10 passes the
 * queue before them, 6.1 and later do not.
 */
#define WB_REMAP_ARG(ctx, count, n) ((count) == 4 ? WB_ARG(ctx, (n) + 1) : WB_ARG(ctx, n))

/*
 * Does a remapped bio only move from a partition to its disk? Told from the
 * block_device, which stays the partition's; 5.10 has none there and cannot tell.
 */
ALWAYS_INLINE bool comes_from_partition(struct bio *bio, __u32 from_dev)
{
    struct bio___with_bdev *with_bdev = (void *)bio;
    struct block_device *bdev;

    if (!bpf_core_field_exists(with_bdev->bi_bdev))
        return false;
    bdev = with_bdev->bi_bdev;
    return bdev && bdev->bd_dev == from_dev;
}

/* First sector of the partition that a bio goes to; 0 for a whole disk. */
ALWAYS_INLINE __u64 first_sector_of_bio(struct bio *bio)
{
    struct bio___with_disk *old = (void *)bio;
    struct block_device___with_range *bdev;
    struct gendisk___with_parts *disk;
    struct disk_part_tbl___old *table;
    struct hd_struct___old *part = 0;

    if (!bpf_core_field_exists(old->bi_disk)) {
        bdev = (void *)((struct bio___with_bdev *)bio)->bi_bdev;
        return bdev ? bdev->bd_start_sect : 0;
    }
    if (!old->bi_partno)
        return 0;
    disk = (void *)old->bi_disk;
    table = BPF_CORE_READ(disk, part_tbl);
    bpf_probe_read_kernel(&part, sizeof(part), &table->part[old->bi_partno]);
    return BPF_CORE_READ(part, start_sect);
}

/* The disk of a queue; NULL where the kernel does not lead there, as 5.10. */
ALWAYS_INLINE struct gendisk *queue_disk(struct request_queue *q)
{
    struct request_queue___with_disk *new = (void *)q;

    return bpf_core_field_exists(new->disk) ? new->disk : 0;
}

/*
 * The whole-disk number behind a queue, 0 when it has no disk.
 * d152c682f03c ("block: add an explicit ->disk backpointer to the
 * request_queue"): not in 5.10, in 5.15. Without it only the bdi leads to the
 * disk's device.
 */
ALWAYS_INLINE __u32 queue_dev(struct request_queue *q)
{
    struct request_queue___with_disk *new = (void *)q;
    struct request_queue___with_bdi *old = (void *)q;
    struct backing_dev_info *bdi;

    if (bpf_core_field_exists(new->disk))
        return disk_dev(new->disk);
    bdi = old->backing_dev_info;
    return bdi && bdi->owner ? bdi->owner->devt : 0;
}

/*
 * Where a block device, maybe a partition, lies on its disk. By probing.
 * bd_part in 5.10, own fields in 5.15 and later.
 */
ALWAYS_INLINE void read_device_range(struct block_device *bdev, __u64 *first, __u64 *sectors)
{
    struct block_device___with_range *new = (void *)bdev;
    struct block_device___with_part *old = (void *)bdev;

    if (bpf_core_field_exists(new->bd_start_sect)) {
        *first = BPF_CORE_READ(new, bd_start_sect);
        *sectors = BPF_CORE_READ(new, bd_nr_sectors);
        return;
    }
    *first = BPF_CORE_READ(old, bd_part, start_sect);
    *sectors = BPF_CORE_READ(old, bd_part, nr_sects);
}

/*
 * Zone append moved from 13 to 7: 1c042f8d4bc3 ("block: reject invalid operation
 * in submit_bio_noacct", v6.8). Stable 6.1.176 has it too, so the number follows
 * neither the version nor the name of its enum, which
 * ff07a02e9e8e ("treewide: Rename enum req_opf into enum req_op", v6.0) changed.
 */
ALWAYS_INLINE bool is_zone_append(__u32 opcode)
{
    if (bpf_core_enum_value_exists(enum req_op___renamed, REQ_OP_ZONE_APPEND))
        return opcode == bpf_core_enum_value(enum req_op___renamed, REQ_OP_ZONE_APPEND);
    if (bpf_core_enum_value_exists(enum req_opf___old, REQ_OP_ZONE_APPEND___old))
        return opcode == bpf_core_enum_value(enum req_opf___old, REQ_OP_ZONE_APPEND___old);
    return false;
}

#endif
