/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Open runs of page events. Each CPU has a few slots per action, addressed by
 * a hash of inode and task, so that tasks that take turns on a CPU do not cut
 * each other's runs.
 */
#ifndef WBTRACE_PAGE_RUNS_BPF_H
#define WBTRACE_PAGE_RUNS_BPF_H

#include "dirtier.bpf.h"

#define WB_RUN_SLOTS 16     /* per action, a power of two */
#define WB_RUN_FOLIOS 16384 /* then a run is sent and begun anew */
#define WB_RUN_FLUSH 32     /* pages: then the dirtier's balance is brought up to date */

struct page_run_slot {
    struct wb_page_run run; /* folios == 0: none open */
    __u64 inode;            /* identity_of() it */
    __u64 task;
    __u64 ignored;  /* the device filter leaves this inode out */
    __u64 followed; /* the dirtier has a balance */
    __u64 balanced; /* pages that are in it */
    __u64 busy;     /* a program is about to change it; last, see close_run() */
};

struct {
    __uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
    __uint(max_entries, WB_PAGE_ACTIONS *WB_RUN_SLOTS);
    __type(key, __u32);
    __type(value, struct page_run_slot);
} page_runs __weak SEC(".maps");

ALWAYS_INLINE __u32 run_index(__u32 action, __u64 identity)
{
    __u32 index = identity * 0x9e3779b97f4a7c15ull >> 40 & (WB_RUN_SLOTS - 1);

    return index + action * WB_RUN_SLOTS;
}

/* Pages dirtied since the last time go to the dirtier's balance. */
NEVER_INLINE void update_balance(struct page_run_slot *slot)
{
    const struct wb_page_run *run = &slot->run;
    struct wb_inode_key key = {
        .inode = run->inode,
        .dev = run->inode_dev,
        .generation = run->generation,
    };
    struct wb_dirtied_inode *dirtied = bpf_map_lookup_elem(&dirtiers, &key);

    if (dirtied)
        credit_dirtier(run, dirtied, run->pages - slot->balanced);
    slot->balanced = run->pages;
}

/*
 * Whoever changes a slot marks it meanwhile. Slots are per CPU, and what can
 * come in between runs on the same CPU: it sees the mark, and the compiler
 * must keep the order.
 */
ALWAYS_INLINE void begin_change(struct page_run_slot *slot)
{
    slot->busy = 1;
    barrier();
}

ALWAYS_INLINE void end_change(struct page_run_slot *slot)
{
    barrier();
    slot->busy = 0;
}

/* Add the run to the totals, send it, and leave the slot empty but for its mark. */
ALWAYS_INLINE void close_run(struct page_run_slot *slot)
{
    struct wb_cpu_totals *cpu = totals_of_cpu();
    struct wb_page_run *run = &slot->run;
    __u32 owner = run->in_scope ? WB_OWNER_SCOPE : WB_OWNER_OTHERS;
    __u32 action = run->action;

    if (slot->followed)
        update_balance(slot);
    if (slot->ignored)
        goto out;
    if (cpu && action < WB_PAGE_ACTIONS) {
        struct wb_page_totals *totals = &cpu->pages[owner][action];

        add(&totals->pages, run->pages);
        add(&totals->folios, run->folios);
#pragma unroll
        for (int i = 0; i < WB_FOLIO_ORDERS; i++)
            if (run->orders[i])
                add(&totals->orders[i], run->orders[i]);
        start_header(&run->header, WB_EVENT_PAGE_RUN, sizeof(*run));
        emit(run, sizeof(*run));
    }
out:
    __builtin_memset(slot, 0, __builtin_offsetof(struct page_run_slot, busy));
}

/*
 * Close the run of a slot, if one is open. A global function: the verifier looks at
 * it once, and not at each place of a call.
 */
GLOBAL int close_run_at(__u32 index)
{
    struct page_run_slot *slot = bpf_map_lookup_elem(&page_runs, &index);

    if (slot && slot->run.folios)
        close_run(slot);
    return 0;
}

#endif
