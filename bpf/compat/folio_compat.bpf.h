/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Pages and folios. The tracepoints pass a page before 5.16 and a folio from
 * then on (d389a4a81155, "mm: Add folio flag manipulation functions"); both
 * begin with the same fields, so the argument is taken as a page.
 */
#ifndef WBTRACE_FOLIO_COMPAT_BPF_H
#define WBTRACE_FOLIO_COMPAT_BPF_H

#include "lib/program.bpf.h"

/*
 * Page flags became a struct of their own in 6.18
 * (53fbef56e07d, "mm: introduce memdesc_flags_t").
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
 * Pages in a folio. _folio_nr_pages appeared with the folio (5.16) and became
 * _nr_pages in 6.15; before 5.16 the second page of a compound one holds it.
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
 * Word that tells a tail page (bit 0) and leads to its head. In 7.1 it was
 * renamed and, where struct page is a power of two, holds a mask instead of a
 * pointer: all its upper bits are set, which no struct page's address has.
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
ALWAYS_INLINE unsigned long address_of(struct page *page)
{
    unsigned long address = 0;

    bpf_probe_read_kernel(&address, sizeof(address), &page);
    return address;
}

/* The head of a tail page, as a number to be read through by probing. */
ALWAYS_INLINE struct page *head_of_tail(struct page *page, unsigned long word)
{
    if (word >> 32 == 0xffffffff)
        return (void *)(address_of(page) & word & ~1UL);
    return (void *)(word - 1);
}

#endif
