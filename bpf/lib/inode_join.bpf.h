/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* From a bio to the inode it writes, and to who dirtied that. */
#ifndef WBTRACE_INODE_JOIN_BPF_H
#define WBTRACE_INODE_JOIN_BPF_H

#include "dirtier.bpf.h"
#include "submitter.bpf.h"

/* What a bio carries: pages of a file, of a process, or of the kernel's own. */
struct wb_bio_pages {
    struct wb_inode_key key; /* dev 0: of no file */
    __u64 inode;             /* its address as a number, with WB_FILTER_FILE */
    bool anonymous;
};

/* By probing: for pages whose address is only a number to the verifier. */
NEVER_INLINE void pages_of_head(struct page *head, struct wb_bio_pages *pages)
{
    struct address_space *mapping = BPF_CORE_READ(head, mapping);
    struct inode *inode;

    pages->anonymous = ((__u64)mapping & WB_MAPPING_MARKS) == WB_MAPPING_ANONYMOUS;
    if (!mapping || (__u64)mapping & WB_MAPPING_MARKS)
        return;
    inode = BPF_CORE_READ(mapping, host);
    pages->key.inode = BPF_CORE_READ(inode, i_ino);
    pages->key.dev = BPF_CORE_READ(inode, i_sb, s_dev);
    pages->key.generation = BPF_CORE_READ(inode, i_generation);
    pages->inode = (__u64)inode;
}

/* What is left of a bio after a split begins in the middle of its vector. */
NEVER_INLINE void pages_of_rest(struct bio *bio, __u32 index, struct wb_bio_pages *pages)
{
    struct page *page = page_of_bio(bio, index);
    unsigned long word;

    word = head_word(page);
    pages_of_head(word & 1 ? head_of_tail((__u64)page, word) : page, pages);
}

/*
 * Inode behind the first folio of a whole bio; key.dev stays 0 when there is none:
 * direct I/O, whose pages are anonymous, and pages of the kernel's own. Anonymous
 * is told first, since that costs least. Any other odd mapping may be the counters
 * that the second page of a large folio keeps there.
 */
ALWAYS_INLINE void pages_of_bio(struct bio *bio, struct wb_bio_pages *pages)
{
    struct page *page = bio->bi_io_vec->bv_page;
    struct address_space *mapping = page->mapping;
    unsigned long word;
    __u64 marks;

    marks = mapping ? identity_of(mapping) & WB_MAPPING_MARKS : 0;
    pages->anonymous = marks == WB_MAPPING_ANONYMOUS;
    if (pages->anonymous)
        return;
    word = head_word(page);
    if (word & 1)
        pages_of_head(head_of_tail(address_of(page), word), pages);
    else if (mapping && !marks && mapping->host) {
        make_inode_key(mapping->host, &pages->key);
        if (filters(WB_FILTER_FILE))
            pages->inode = address_of(mapping->host);
    }
}

/* Only what reads or writes pages of a file has an inode; only a write has a dirtier. */
ALWAYS_INLINE void join_inode(struct bio *bio, __u8 op, struct wb_place *place)
{
    struct wb_bio_pages pages = {};
    struct wb_dirtied_inode *dirtied;

    if (op > WB_OP_WRITE || !bio || !bio->bi_iter.bi_size || !bio->bi_io_vec)
        return;
    if (bio->bi_iter.bi_idx)
        pages_of_rest(bio, bio->bi_iter.bi_idx, &pages);
    else
        pages_of_bio(bio, &pages);
    if (pages.anonymous) {
        place->flags |= WB_REQUEST_DIRECT;
        if (place->flags & WB_REQUEST_ISSUER_KTHREAD)
            find_submitter(bio, place);
        return;
    }
    if (!pages.key.dev)
        return;
    place->inode = pages.key.inode;
    place->inode_dev = pages.key.dev;
    place->generation = pages.key.generation;
    place->flags |= WB_REQUEST_INODE_KNOWN;
    if (is_recording(&pages.key))
        place->flags |= WB_PLACE_RECORDER;
    if (wants_inode(&pages.key, pages.inode))
        place->flags |= WB_PLACE_FILE_WANTED;
    dirtied = op == WB_OP_WRITE ? bpf_map_lookup_elem(&dirtiers, &pages.key) : 0;
    if (dirtied)
        charge_dirtier(dirtied, place);
}

#endif
