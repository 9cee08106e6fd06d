/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Included by types.h. */

struct backing_dev_info {
    char dev_name[64];
    struct device *owner; /* the disk; none for a file system's own (btrfs) */
};

struct bdi_writeback {
    struct backing_dev_info *bdi;
    unsigned long write_bandwidth;
    unsigned long avg_write_bandwidth;
    unsigned long dirty_ratelimit;
    unsigned long balanced_dirty_ratelimit;
};

/* Only with CONFIG_CGROUP_WRITEBACK. */
struct bdi_writeback___with_cgroup {
    struct cgroup_subsys_state *blkcg_css;
};

/* Values differ between kernels: user space reads their names from BTF. */
enum wb_reason { WB_REASON_BACKGROUND };
enum writeback_sync_modes { WB_SYNC_NONE, WB_SYNC_ALL };

struct wb_writeback_work {
    long nr_pages;
    enum writeback_sync_modes sync_mode;
    enum wb_reason reason;
};

/* Passed to the tracepoint in 6.18 and 7.3, not up to 6.12. */
struct dirty_throttle_control {
    unsigned long dirty;
    unsigned long thresh;
    unsigned long bg_thresh;
    unsigned long wb_dirty;
    unsigned long wb_thresh;
};

/* Only with CONFIG_CGROUP_WRITEBACK: set in a memory cgroup's own. */
struct dirty_throttle_control___with_cgroup {
    struct dirty_throttle_control *gdtc;
};
