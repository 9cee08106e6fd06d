/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* From a bio to the inode it writes, and to who dirtied that. */
#ifndef WBTRACE_INODE_JOIN_BPF_H
#define WBTRACE_INODE_JOIN_BPF_H

#include "inode_table.bpf.h"

#include "abi/block_events.h"
#include "compat/folio_compat.bpf.h"

/* A mapping with one of these bits set is not a file's; with this one alone, anonymous. */
#define WB_MAPPING_MARKS 3
#define WB_MAPPING_ANONYMOUS 1

/* By probing: for pages whose address is only a number to the verifier. */
NEVER_INLINE void key_of_head(struct page *head, struct wb_inode_key *key)
{
    struct address_space *mapping = BPF_CORE_READ(head, mapping);
    struct inode *inode;

    if (!mapping || (__u64)mapping & WB_MAPPING_MARKS)
        return;
    inode = BPF_CORE_READ(mapping, host);
    key->inode = BPF_CORE_READ(inode, i_ino);
    key->dev = BPF_CORE_READ(inode, i_sb, s_dev);
    key->generation = BPF_CORE_READ(inode, i_generation);
}

/* What is left of a bio after a split begins in the middle of its vector. */
NEVER_INLINE void key_of_rest(struct bio *bio, __u32 index, struct wb_inode_key *key)
{
    struct bio_vec *vector = BPF_CORE_READ(bio, bi_io_vec);
    struct page *page;
    unsigned long word;

    vector = (void *)vector + (__u64)index * bpf_core_type_size(struct bio_vec);
    page = BPF_CORE_READ(vector, bv_page);
    word = head_word(page);
    key_of_head(word & 1 ? head_of_tail((__u64)page, word) : page, key);
}

/*
 * Inode behind the first folio of a whole bio; key.dev stays 0 when there is none:
 * direct I/O, whose pages are anonymous, and pages of the kernel's own. Anonymous
 * is told first, since that costs least. Any other odd mapping may be the counters
 * that the second page of a large folio keeps there.
 */
ALWAYS_INLINE void key_of_bio(struct bio *bio, struct wb_inode_key *key)
{
    struct page *page = bio->bi_io_vec->bv_page;
    struct address_space *mapping = page->mapping;
    unsigned long word;
    __u64 marks;

    marks = mapping ? identity_of(mapping) & WB_MAPPING_MARKS : 0;
    if (marks == WB_MAPPING_ANONYMOUS)
        return;
    word = head_word(page);
    if (word & 1)
        key_of_head(head_of_tail(address_of(page), word), key);
    else if (mapping && !marks && mapping->host)
        make_inode_key(mapping->host, key);
}

ALWAYS_INLINE void join_inode(struct bio *bio, struct wb_request_done *record)
{
    struct wb_inode_key key = {};
    struct wb_dirtier *dirtier;

    if (!bio || !bio->bi_iter.bi_size || !bio->bi_io_vec)
        return;
    if (bio->bi_iter.bi_idx)
        key_of_rest(bio, bio->bi_iter.bi_idx, &key);
    else
        key_of_bio(bio, &key);
    if (!key.dev)
        return;
    record->inode = key.inode;
    record->inode_dev = key.dev;
    record->flags |= WB_REQUEST_INODE_KNOWN;
    if (record->op != WB_OP_WRITE)
        return;
    dirtier = bpf_map_lookup_elem(&dirtiers, &key);
    if (!dirtier)
        return;
    record->dirtier_tgid = dirtier->tgid;
    record->flags |= WB_REQUEST_DIRTIER_KNOWN;
    if (dirtier->in_scope)
        record->flags |= WB_REQUEST_DIRTIER_IN_SCOPE;
}

#endif
