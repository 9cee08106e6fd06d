/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Pages and folios. The tracepoints pass a page up to 5.15 and a folio in 6.1
 * and later; both begin with the same fields, so the argument is taken as a page.
 */
#ifndef WBTRACE_FOLIO_COMPAT_BPF_H
#define WBTRACE_FOLIO_COMPAT_BPF_H

#include "lib/program.bpf.h"

/* A mapping with one of these bits set is not a file's; with this one alone, anonymous. */
#define WB_MAPPING_MARKS 3
#define WB_MAPPING_ANONYMOUS 1

/*
 * Page flags became a struct of their own:
 * 53fbef56e07d ("mm: introduce memdesc_flags_t", v6.18).
 */
ALWAYS_INLINE unsigned long page_flags(struct page *page)
{
    struct page___flags_struct *new = (void *)page;
    struct page___plain_flags *old = (void *)page;

    if (bpf_core_field_exists(new->flags.f))
        return new->flags.f;
    return old->flags;
}

ALWAYS_INLINE bool is_large(struct page *page)
{
    return page_flags(page) >> bpf_core_enum_value(enum pageflags, PG_head) & 1;
}

/*
 * Pages in a folio: _folio_nr_pages in 6.1 to 6.12, _nr_pages in 6.18 and 7.3
 * (there only with CONFIG_MEMCG or CONFIG_SLAB_OBJ_EXT; without, a large folio
 * counts as one page). In 5.10 and 5.15, which have neither, the second page of
 * a compound one holds the number.
 */
ALWAYS_INLINE __u32 folio_pages(struct page *page)
{
    struct folio___with_nr *folio = (void *)page;
    struct folio___with_folio_nr *older = (void *)page;
    struct page___with_compound_nr *second;

    if (!is_large(page))
        return 1;
    if (bpf_core_field_exists(folio->_nr_pages))
        return folio->_nr_pages;
    if (bpf_core_field_exists(older->_folio_nr_pages))
        return older->_folio_nr_pages;
    second = (void *)page + bpf_core_type_size(struct page);
    if (bpf_core_field_exists(second->compound_nr))
        return BPF_CORE_READ(second, compound_nr);
    return 1;
}

/*
 * Word that tells a tail page (bit 0) and leads to its head: compound_head up to
 * 6.18, compound_info in 7.3. The latter holds a mask instead of a pointer where
 * the size of struct page is a power of two and the kernel has
 * CONFIG_HUGETLB_PAGE_OPTIMIZE_VMEMMAP. All upper bits of a mask are set, which
 * no address in the memory map of x86-64 has.
 * Read by way of memory: the verifier takes it for the list that shares its
 * place.
 */
ALWAYS_INLINE unsigned long head_word(struct page *page)
{
    struct page___with_head *old = (void *)page;

    if (bpf_core_field_exists(old->compound_head))
        return BPF_CORE_READ(old, compound_head);
    return BPF_CORE_READ((struct page___with_info *)page, compound_info);
}

/* The address as a number: by way of memory, as the verifier wants it. */
ALWAYS_INLINE unsigned long address_of(const void *object)
{
    unsigned long address = 0;

    bpf_probe_read_kernel(&address, sizeof(address), &object);
    return address;
}

/* The page at a place of a bio's vector, as a number to be read through by probing. */
ALWAYS_INLINE struct page *page_of_bio(struct bio *bio, __u64 index)
{
    struct bio_vec *vector = BPF_CORE_READ(bio, bi_io_vec);

    vector = (void *)vector + index * bpf_core_type_size(struct bio_vec);
    return BPF_CORE_READ(vector, bv_page);
}

/* The head of a tail page, as a number to be read through by probing. */
ALWAYS_INLINE struct page *head_of_tail(unsigned long page, unsigned long word)
{
    if (word >> 32 == 0xffffffff)
        return (void *)(page & word & ~1UL);
    return (void *)(word - 1);
}

#endif
