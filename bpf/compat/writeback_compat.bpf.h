/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#ifndef WBTRACE_WRITEBACK_COMPAT_BPF_H
#define WBTRACE_WRITEBACK_COMPAT_BPF_H

#include "lib/program.bpf.h"

#include "abi/writeback_events.h"

/* Number of the disk behind a bdi; 0 when a file system has its own (btrfs). */
ALWAYS_INLINE __u32 bdi_dev(struct backing_dev_info *bdi)
{
    return bdi && bdi->owner ? bdi->owner->devt : 0;
}

/* v2 cgroup that a wb works for; 0 without CONFIG_CGROUP_WRITEBACK. */
ALWAYS_INLINE __u64 wb_cgroup_id(struct bdi_writeback *wb)
{
    struct bdi_writeback___with_cgroup *own = (void *)wb;
    struct cgroup_subsys_state *css;

    if (!bpf_core_field_exists(own->blkcg_css))
        return 0;
    css = own->blkcg_css;
    return css && css->cgroup && css->cgroup->kn ? css->cgroup->kn->id : 0;
}

/*
 * balance_dirty_pages passes twelve arguments up to 6.12 and eight in 6.18 and
 * 7.3, where the limits come in the kernel's own dirty_throttle_control:
 * f1ab2831e2a4 ("writeback: let trace_balance_dirty_pages() take struct dtc as
 * parameter").
 */
ALWAYS_INLINE void dirty_limits(__u64 *ctx, __u8 count, struct wb_dirty_throttled *to)
{
    struct dirty_throttle_control *dtc;
    struct dirty_throttle_control___with_cgroup *own;

    if (count == 12) {
        to->thresh = WB_ARG(ctx, 1);
        to->bg_thresh = WB_ARG(ctx, 2);
        to->dirty = WB_ARG(ctx, 3);
        to->bdi_thresh = WB_ARG(ctx, 4);
        to->bdi_dirty = WB_ARG(ctx, 5);
        return;
    }
    dtc = (void *)WB_ARG(ctx, 1);
    own = (void *)dtc;
    to->thresh = dtc->thresh;
    to->bg_thresh = dtc->bg_thresh;
    to->dirty = dtc->dirty;
    to->bdi_thresh = dtc->wb_thresh;
    to->bdi_dirty = dtc->wb_dirty;
    if (bpf_core_field_exists(own->gdtc))
        to->memcg = own->gdtc != 0;
}

/* The six arguments behind the limits are the same on every kernel. */
#define WB_THROTTLE_ARG(ctx, count, n) ((count) == 12 ? WB_ARG(ctx, 6 + (n)) : WB_ARG(ctx, 2 + (n)))

#endif
