/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* From a bio to the inode it writes, and to who dirtied that. */
#ifndef WBTRACE_INODE_JOIN_BPF_H
#define WBTRACE_INODE_JOIN_BPF_H

#include "inode_table.bpf.h"
#include "place.bpf.h"

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
    struct page *page = page_of_bio(bio, index);
    unsigned long word;

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

/* Only what reads or writes pages of a file has an inode; only a write has a dirtier. */
ALWAYS_INLINE void join_inode(struct bio *bio, __u8 op, struct wb_place *place)
{
    struct wb_inode_key key = {};
    struct wb_dirtier *dirtier;

    if (op > WB_OP_WRITE || !bio || !bio->bi_iter.bi_size || !bio->bi_io_vec)
        return;
    if (bio->bi_iter.bi_idx)
        key_of_rest(bio, bio->bi_iter.bi_idx, &key);
    else
        key_of_bio(bio, &key);
    if (!key.dev)
        return;
    place->inode = key.inode;
    place->inode_dev = key.dev;
    place->dirtier_tgid = 0;
    place->flags |= WB_REQUEST_INODE_KNOWN;
    dirtier = op == WB_OP_WRITE ? bpf_map_lookup_elem(&dirtiers, &key) : 0;
    if (!dirtier)
        return;
    place->dirtier_tgid = dirtier->tgid;
    place->flags |= WB_REQUEST_DIRTIER_KNOWN;
    if (dirtier->in_scope)
        place->flags |= WB_REQUEST_DIRTIER_IN_SCOPE;
}

#endif
