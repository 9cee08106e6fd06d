/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The balances of an inode's dirtiers. Two CPUs that enter a task at once may
 * lose one of the two: then its pages are charged to the other.
 */
#ifndef WBTRACE_DIRTIER_BPF_H
#define WBTRACE_DIRTIER_BPF_H

#include "inode_table.bpf.h"
#include "place.bpf.h"

/* The place of a task: its own, else a free one, else that of the least balance. */
ALWAYS_INLINE __u32 dirtier_place(const struct wb_dirtied_inode *inode, __u32 pid)
{
    __u32 place = 0;
    __s32 least = 0x7fffffff;

#pragma unroll
    for (__u32 i = 0; i < WB_DIRTIERS; i++) {
        const struct wb_dirtier *by = &inode->by[i];
        __s32 weight = by->tgid ? by->pages : -0x7fffffff;

        if (by->tgid && by->pid == pid)
            return i;
        if (weight < least) {
            least = weight;
            place = i;
        }
    }
    return place;
}

/* The task of the run has dirtied so many pages more. */
NEVER_INLINE void credit_dirtier(const struct wb_page_run *run, struct wb_dirtied_inode *inode,
                                 __u32 pages)
{
    __u32 place = unknown(dirtier_place(inode, run->pid)) & (WB_DIRTIERS - 1);
    struct wb_dirtier *by = &inode->by[place];

    if (by->pid != run->pid || !by->tgid) {
        by->pages = 0;
        by->pid = run->pid;
        by->tgid = run->tgid;
    }
    by->cgroup_id = run->cgroup_id;
    by->in_scope = run->in_scope;
    by->wanted = run->wanted;
    inode->last = place;
    if (pages)
        __sync_fetch_and_add(&by->pages, pages);
}

/*
 * A request that writes pages of the inode: charged whole to who has the largest
 * balance; of equals, to who dirtied it last.
 */
ALWAYS_INLINE void charge_dirtier(struct wb_dirtied_inode *inode, struct wb_place *place)
{
    __u32 most = inode->last & (WB_DIRTIERS - 1);
    __s32 pages = inode->by[most].pages;
    struct wb_dirtier *by;

#pragma unroll
    for (__u32 i = 0; i < WB_DIRTIERS; i++)
        if (inode->by[i].tgid && inode->by[i].pages > pages) {
            pages = inode->by[i].pages;
            most = i;
        }
    by = &inode->by[unknown(most) & (WB_DIRTIERS - 1)];
    pages = (place->bytes + (1u << config.page_shift) - 1) >> config.page_shift;
    __sync_fetch_and_add(&by->pages, -pages);
    place->dirtier_tgid = by->tgid;
    place->dirtier_pid = by->pid;
    place->dirtier_cgroup_id = by->cgroup_id;
    place->flags |= WB_REQUEST_DIRTIER_KNOWN;
    if (by->in_scope)
        place->flags |= WB_REQUEST_DIRTIER_IN_SCOPE;
    if (by->wanted)
        place->flags |= WB_PLACE_DIRTIER_WANTED;
}

#endif
