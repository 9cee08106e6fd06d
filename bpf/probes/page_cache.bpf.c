// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Pages dirtied, added and evicted, joined into runs over one inode by one task.
#include "lib/program.bpf.h"

#include "compat/folio_compat.bpf.h"
#include "lib/file_name.bpf.h"
#include "lib/foreign.bpf.h"
#include "lib/page_runs.bpf.h"
#include "lib/stacks.bpf.h"

/*
 * A file or a device node. An inode without a name is a file system's own, such as
 * the tree of btrfs: others dirty it again and again, and nobody waits for that.
 */
ALWAYS_INLINE bool is_users(struct inode *inode)
{
    return inode->i_dentry.first || inode->i_rdev;
}

ALWAYS_INLINE void enter_inode(const struct wb_inode_key *key)
{
    static const struct wb_dirtied_inode empty = {};
    struct wb_cpu_totals *totals = totals_of_cpu();

    if (bpf_map_update_elem(&dirtiers, key, &empty, BPF_NOEXIST) == 0 && totals)
        add(&totals->inodes_entered, 1);
}

/*
 * The inode is dirtied by another task, or again. When the page cache holds nothing
 * else of it, what is in the balances was truncated and will never be written.
 */
NEVER_INLINE void note_dirtied(struct inode *inode, const struct wb_inode_key *key,
                               const struct wb_page_run *run, bool alone)
{
    struct wb_dirtied_inode *dirtied = bpf_map_lookup_elem(&dirtiers, key);

    if (!dirtied) {
        enter_inode(key);
        dirtied = bpf_map_lookup_elem(&dirtiers, key);
    }
    if (!dirtied) {
        count_loss(WB_LOSS_MAP_FULL);
        return;
    }
    if (alone)
#pragma unroll
        for (int i = 0; i < WB_DIRTIERS; i++)
            dirtied->by[i].pages = 0;
    dirtied->pointer = (__u64)inode;
    if (run->in_scope && is_users(inode))
        dirtied->in_scope = 1;
    credit_dirtier(run, dirtied, 0);
}

ALWAYS_INLINE void begin_run(struct wb_page_run *run, struct inode *inode, __u32 action)
{
    struct wb_current_task task;

    read_current_task(&task);
    run->first_ns = bpf_ktime_get_ns();
    run->cgroup_id = task.cgroup_id;
    run->inode = inode->i_ino;
    run->inode_dev = inode->i_sb->s_dev;
    run->generation = inode->i_generation;
    run->pid = task.pid;
    run->tgid = task.tgid;
    run->action = action;
    run->in_scope = in_scope(run->tgid);
    run->wanted = wants_task(&task);
    run->after_command = after_command();
    __builtin_memcpy(run->comm, task.comm, sizeof(run->comm));
}

NEVER_INLINE void open_run(struct page_run_slot *slot, struct inode *inode, __u32 action,
                           __u32 pages)
{
    struct wb_page_run *run = &slot->run;
    struct wb_inode_key key = {};
    bool traced;

    begin_run(run, inode, action);
    make_inode_key(inode, &key);
    slot->task = (__u64)run->tgid << 32 | run->pid;
    slot->inode = identity_of(inode);
    traced = traces_inode(inode);
    slot->ignored = (!run->in_scope && !traced) || !run->wanted || is_recording(&key) ||
                    !wants_inode(&key, filters(WB_FILTER_FILE) ? address_of(inode) : 0);
    slot->followed = action == WB_PAGES_DIRTIED && traced;
    if (slot->followed)
        note_dirtied(inode, &key, run, inode->i_mapping->nrpages <= pages);
    if (!slot->ignored && action != WB_PAGES_EVICTED)
        tell_name(inode, &key);
}

ALWAYS_INLINE __u32 order_of(__u32 pages)
{
    __u32 order = 0;

#pragma unroll
    for (int i = 1; i < WB_FOLIO_ORDERS; i++)
        order += pages >> i ? 1 : 0;
    return order;
}

ALWAYS_INLINE void see_pages(__u64 *ctx, struct page *page, struct address_space *mapping,
                             __u32 action)
{
    __u64 task = bpf_get_current_pid_tgid();
    struct page_run_slot *slot;
    struct inode *inode;
    __u64 identity;
    bool counted;
    __u32 index;
    __u32 pages;
    __u32 order;

    if (!mapping)
        return;
    inode = mapping->host;
    if (!inode)
        return;
    identity = identity_of(inode);
    index = run_index(action, identity ^ task);
    slot = bpf_map_lookup_elem(&page_runs, &index);
    pages = folio_pages(page);
    order = pages == 1 ? 0 : unknown(order_of(pages));
    if (!slot || order >= WB_FOLIO_ORDERS)
        return;
    begin_change(slot);
    if (slot->inode != identity || slot->task != task || slot->run.folios >= WB_RUN_FOLIOS) {
        if (slot->run.folios)
            close_run_at(index);
        open_run(slot, inode, action, pages);
    }
    slot->run.pages += pages;
    slot->run.folios++;
    slot->run.orders[order]++;
    if (slot->followed && slot->run.pages - slot->balanced >= WB_RUN_FLUSH)
        update_balance(slot);
    counted = action == WB_PAGES_DIRTIED && !slot->ignored && stacks_of(slot->run.in_scope);
    end_change(slot);
    if (counted)
        count_stack(ctx, WB_STACK_DIRTY, pages);
}

/* writeback_dirty_page in 5.10 and 5.15, writeback_dirty_folio in 6.1 and later. */
SEC("?tp_btf/writeback_dirty_folio")
int on_writeback_dirty_folio(__u64 *ctx)
{
    if (control.state)
        see_pages(ctx, (struct page *)WB_ARG(ctx, 0), (struct address_space *)WB_ARG(ctx, 1),
                  WB_PAGES_DIRTIED);
    return 0;
}

SEC("?tp_btf/writeback_dirty_page")
int on_writeback_dirty_page(__u64 *ctx)
{
    if (control.state)
        see_pages(ctx, (struct page *)WB_ARG(ctx, 0), (struct address_space *)WB_ARG(ctx, 1),
                  WB_PAGES_DIRTIED);
    return 0;
}

SEC("?tp_btf/mm_filemap_add_to_page_cache")
int on_mm_filemap_add_to_page_cache(__u64 *ctx)
{
    struct page *page = (struct page *)WB_ARG(ctx, 0);

    if (control.state)
        see_pages(ctx, page, page->mapping, WB_PAGES_ADDED);
    return 0;
}

SEC("?tp_btf/mm_filemap_delete_from_page_cache")
int on_mm_filemap_delete_from_page_cache(__u64 *ctx)
{
    struct page *page = (struct page *)WB_ARG(ctx, 0);

    if (control.state)
        see_pages(ctx, page, page->mapping, WB_PAGES_EVICTED);
    return 0;
}
