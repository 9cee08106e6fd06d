/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The name of an inode, sent when it is met for the first time. */
#ifndef WBTRACE_FILE_NAME_BPF_H
#define WBTRACE_FILE_NAME_BPF_H

#include "emit.bpf.h"
#include "inode_table.bpf.h"

#include "compat/dentry_compat.bpf.h"
#include "compat/folio_compat.bpf.h"

#define WB_PATH_DEPTH 32
#define WB_NAME_BYTES 256

/* Inodes whose names were sent: one that is forgotten is sent again. */
struct {
    __uint(type, BPF_MAP_TYPE_LRU_HASH);
    __uint(max_entries, 32768);
    __type(key, struct wb_inode_key);
    __type(value, __u32);
} files_seen __weak SEC(".maps");

struct {
    __uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
    __uint(max_entries, 1);
    __type(key, __u32);
    __type(value, struct wb_file_seen);
} file_scratch __weak SEC(".maps");

ALWAYS_INLINE void read_names(struct dentry *dentry, struct wb_file_seen *record)
{
    __u32 end = 0;

    for (int i = 0; i < WB_PATH_DEPTH; i++) {
        struct dentry *parent = BPF_CORE_READ(dentry, d_parent);
        long length;

        if (!dentry || parent == dentry)
            goto out;
        if (end > WB_PATH_BYTES - WB_NAME_BYTES)
            break;
        length = bpf_probe_read_kernel_str(record->names + end, WB_NAME_BYTES,
                                           BPF_CORE_READ(dentry, d_name.name));
        if (length <= 0 || length > WB_NAME_BYTES)
            break;
        end += length;
        dentry = parent;
    }
    record->flags |= WB_FILE_CUT;
out:
    record->names_bytes = end;
}

/* A global function; the inode's address is a number here, read through by probing. */
GLOBAL int send_name(__u64 address)
{
    struct inode *inode = (struct inode *)address;
    __u32 zero = 0;
    struct wb_file_seen *record = bpf_map_lookup_elem(&file_scratch, &zero);
    struct dentry *dentry;

    if (!record)
        return 0;
    __builtin_memset(record, 0, sizeof(*record));
    record->inode = BPF_CORE_READ(inode, i_ino);
    record->inode_dev = BPF_CORE_READ(inode, i_sb, s_dev);
    record->generation = BPF_CORE_READ(inode, i_generation);
    record->mode = BPF_CORE_READ(inode, i_mode);
    record->rdev = BPF_CORE_READ(inode, i_rdev);
    dentry = first_dentry(inode);
    if (dentry && BPF_CORE_READ(dentry, d_parent) != dentry && !BPF_CORE_READ(dentry, d_hash.pprev))
        record->flags |= WB_FILE_UNLINKED;
    read_names(dentry, record);
    start_header(&record->header, WB_EVENT_FILE_SEEN, sizeof(*record));
    emit(record, sizeof(*record));
    return 0;
}

/* key: of the inode */
ALWAYS_INLINE void tell_name(struct inode *inode, const struct wb_inode_key *key)
{
    __u32 one = 1;

    if (bpf_map_lookup_elem(&files_seen, key))
        return;
    bpf_map_update_elem(&files_seen, key, &one, BPF_ANY);
    send_name(address_of(inode));
}

#endif
