/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Whose direct I/O a kernel thread submits: a throttled bio is handed in again by
 * a kworker, but its pages still belong to the process that asked.
 */
#ifndef WBTRACE_SUBMITTER_BPF_H
#define WBTRACE_SUBMITTER_BPF_H

#include "place.bpf.h"

#include "compat/folio_compat.bpf.h"

/* The process whose memory a page is; forked memory goes to any of the family. */
ALWAYS_INLINE struct task_struct *owner_of_page(struct page *head)
{
    __u64 mapping = (__u64)BPF_CORE_READ(head, mapping);
    struct anon_vma *family = (void *)(mapping & ~WB_MAPPING_MARKS);
    struct anon_vma_chain *chain;
    struct rb_node *node;

    if ((mapping & WB_MAPPING_MARKS) != WB_MAPPING_ANONYMOUS)
        return 0;
    node = BPF_CORE_READ(family, rb_root.rb_root.rb_node);
    if (!node)
        return 0;
    chain = (void *)node - bpf_core_field_offset(struct anon_vma_chain, rb);
    return owner_of_memory(BPF_CORE_READ(chain, vma, vm_mm));
}

NEVER_INLINE void find_submitter(struct bio *bio, struct wb_place *place)
{
    struct page *page = page_of_bio(bio, BPF_CORE_READ(bio, bi_iter.bi_idx));
    unsigned long word = head_word(page);
    struct wb_current_task task = {};
    struct task_struct *owner;

    owner = owner_of_page(word & 1 ? head_of_tail((__u64)page, word) : page);
    if (!owner)
        return;
    read_task(owner, &task);
    place->dirtier_tgid = task.tgid;
    place->dirtier_pid = task.pid;
    place->dirtier_cgroup_id = task.cgroup_id;
    if (wants_task(&task))
        place->flags |= WB_PLACE_DIRTIER_WANTED;
    place->flags |= WB_REQUEST_SUBMITTED | WB_REQUEST_DIRTIER_KNOWN;
    if (in_scope(place->dirtier_tgid))
        place->flags |= WB_REQUEST_DIRTIER_IN_SCOPE;
}

#endif
