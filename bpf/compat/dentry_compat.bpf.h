/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#ifndef WBTRACE_DENTRY_COMPAT_BPF_H
#define WBTRACE_DENTRY_COMPAT_BPF_H

#include "lib/program.bpf.h"

/*
 * Any of an inode's names; NULL when it has none. The list runs through
 * d_u.d_alias in 5.10 to 6.18, and through d_alias in 7.3.
 */
ALWAYS_INLINE struct dentry *first_dentry(struct inode *inode)
{
    struct hlist_node *node = BPF_CORE_READ(inode, i_dentry.first);
    struct dentry___with_alias *flat = 0;

    if (!node)
        return 0;
    if (bpf_core_field_exists(flat->d_alias))
        return (void *)node - bpf_core_field_offset(struct dentry___with_alias, d_alias);
    return (void *)node - bpf_core_field_offset(struct dentry___with_union, d_u.d_alias);
}

#endif
