/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Included by types.h. */

struct blk_mq_ops;

struct gendisk {
    int major;
    int first_minor;
    char disk_name[32];
    struct request_queue *queue;
};

/* Not in 5.10. */
struct gendisk___with_diskseq {
    u64 diskseq;
};

/* In 5.10; later kernels find a partition's start in its block_device. */
struct hd_struct___old {
    u64 start_sect;
    u64 nr_sects;
};

struct disk_part_tbl___old {
    struct hd_struct___old *part[1];
};

struct gendisk___with_parts {
    struct disk_part_tbl___old *part_tbl;
};

struct request_queue {
    const struct blk_mq_ops *mq_ops;
};

/* In 5.15 and later. */
struct request_queue___with_disk {
    struct gendisk *disk;
};

/* In 5.10; 5.15 and later lack it. */
struct request_queue___with_bdi {
    struct backing_dev_info *backing_dev_info;
};

struct bvec_iter {
    u64 bi_sector;
    unsigned int bi_size;
    unsigned int bi_idx;
};

struct bio_vec {
    struct page *bv_page;
};

struct bio {
    struct bio *bi_next;
    unsigned int bi_opf;
    unsigned short bi_flags;
    u8 bi_status;
    struct bvec_iter bi_iter;
    struct bio_vec *bi_io_vec;
};

/* With CONFIG_BLK_CGROUP. */
struct bio___with_cgroup {
    struct blkcg_gq *bi_blkg;
};

struct block_device {
    u32 bd_dev;
    struct gendisk *bd_disk;
};

/* In 5.15 and later. */
struct block_device___with_range {
    u64 bd_start_sect;
    u64 bd_nr_sectors;
};

/* In 5.10; 5.15 and later lack it. */
struct block_device___with_part {
    struct hd_struct___old *bd_part;
};

/* Kernels from 5.12 on. */
struct bio___with_bdev {
    struct block_device *bi_bdev;
};

/* Kernels before 5.12. */
struct bio___with_disk {
    struct gendisk *bi_disk;
    u8 bi_partno;
};

struct request {
    struct request_queue *q;
    unsigned int cmd_flags;
    unsigned int __data_len;
    u64 __sector;
    struct bio *bio;
    struct bio *biotail;
    u64 start_time_ns;
    unsigned short nr_phys_segments;
};

/* Kernels before 5.17. */
struct request___with_disk {
    struct gendisk *rq_disk;
};

/* The enumerator moved, also in stable releases; the enum was renamed in 6.0. */
enum req_op___renamed { REQ_OP_ZONE_APPEND = 7 };
enum req_opf___old { REQ_OP_ZONE_APPEND___old = 13 };
