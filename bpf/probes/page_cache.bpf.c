// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Pages dirtied, added and evicted, joined into runs over one inode by one task.
#include "lib/program.bpf.h"

#include "compat/folio_compat.bpf.h"
#include "lib/foreign.bpf.h"
#include "lib/page_runs.bpf.h"

NEVER_INLINE void note_dirtier(struct inode *inode, const struct wb_page_run *run)
{
    struct wb_inode_key key = {};
    struct wb_dirtier dirtier = {};
    struct wb_dirtier *known;

    make_inode_key(inode, &key);
    known = bpf_map_lookup_elem(&dirtiers, &key);
    if (known) {
        known->pointer = (__u64)inode;
        known->tgid = run->tgid;
        if (run->in_scope)
            known->in_scope = 1;
        return;
    }
    dirtier.pointer = (__u64)inode;
    dirtier.tgid = run->tgid;
    dirtier.in_scope = run->in_scope;
    if (bpf_map_update_elem(&dirtiers, &key, &dirtier, BPF_ANY))
        count_loss(WB_LOSS_MAP_FULL);
}

NEVER_INLINE void open_run(struct page_run_slot *slot, struct inode *inode, __u32 action,
                           __u64 task)
{
    struct wb_page_run *run = &slot->run;
    bool traced;

    run->inode = inode->i_ino;
    run->inode_dev = inode->i_sb->s_dev;
    run->generation = inode->i_generation;
    run->pid = (__u32)task;
    run->tgid = task >> 32;
    run->action = action;
    run->in_scope = in_scope(run->tgid);
    run->after_command = after_command();
    bpf_get_current_comm(run->comm, sizeof(run->comm));
    slot->task = task;
    slot->inode = identity_of(inode);
    traced = traces_inode(inode);
    slot->ignored = !run->in_scope && !traced;
    if (action == WB_PAGES_DIRTIED && traced)
        note_dirtier(inode, run);
}

ALWAYS_INLINE __u32 order_of(__u32 pages)
{
    __u32 order = 0;

#pragma unroll
    for (int i = 1; i < WB_FOLIO_ORDERS; i++)
        order += pages >> i ? 1 : 0;
    return order;
}

ALWAYS_INLINE void see_pages(struct page *page, struct address_space *mapping, __u32 action)
{
    __u64 task = bpf_get_current_pid_tgid();
    struct page_run_slot *slot;
    struct inode *inode;
    __u64 identity;
    __u32 pages;
    __u32 order;

    if (!mapping)
        return;
    inode = mapping->host;
    if (!inode)
        return;
    identity = identity_of(inode);
    slot = run_slot(action, identity ^ task);
    pages = folio_pages(page);
    order = pages == 1 ? 0 : order_of(pages);
    if (!slot || order >= WB_FOLIO_ORDERS)
        return;
    begin_change(slot);
    if (slot->inode != identity || slot->task != task || slot->run.folios >= WB_RUN_FOLIOS) {
        if (slot->run.folios)
            close_run(slot);
        open_run(slot, inode, action, task);
    }
    slot->run.pages += pages;
    slot->run.folios++;
    slot->run.orders[order]++;
    end_change(slot);
}

/* writeback_dirty_page in 5.10 and 5.15, writeback_dirty_folio in 6.1 and later. */
SEC("?tp_btf/writeback_dirty_folio")
int on_writeback_dirty_folio(__u64 *ctx)
{
    if (control.state)
        see_pages((struct page *)WB_ARG(ctx, 0), (struct address_space *)WB_ARG(ctx, 1),
                  WB_PAGES_DIRTIED);
    return 0;
}

SEC("?tp_btf/writeback_dirty_page")
int on_writeback_dirty_page(__u64 *ctx)
{
    if (control.state)
        see_pages((struct page *)WB_ARG(ctx, 0), (struct address_space *)WB_ARG(ctx, 1),
                  WB_PAGES_DIRTIED);
    return 0;
}

SEC("?tp_btf/mm_filemap_add_to_page_cache")
int on_mm_filemap_add_to_page_cache(__u64 *ctx)
{
    struct page *page = (struct page *)WB_ARG(ctx, 0);

    if (control.state)
        see_pages(page, page->mapping, WB_PAGES_ADDED);
    return 0;
}

SEC("?tp_btf/mm_filemap_delete_from_page_cache")
int on_mm_filemap_delete_from_page_cache(__u64 *ctx)
{
    struct page *page = (struct page *)WB_ARG(ctx, 0);

    if (control.state)
        see_pages(page, page->mapping, WB_PAGES_EVICTED);
    return 0;
}
