/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Who dirtied an inode: joins a request of a kworker to the task behind it. */
#ifndef WBTRACE_INODE_TABLE_BPF_H
#define WBTRACE_INODE_TABLE_BPF_H

#include "maps.bpf.h"

/* The generation tells apart inodes that reuse a number, and most subvolumes. */
struct wb_inode_key {
    __u64 inode;
    __u32 dev;
    __u32 generation;
};

struct wb_dirtier {
    __u32 pid;
    __u32 tgid;  /* 0: free */
    __s32 pages; /* its balance: dirtied less written for it */
    __u16 in_scope;
    __u16 wanted; /* the filters let it pass */
    __u64 cgroup_id;
};

#define WB_DIRTIERS 4 /* of one inode at a time */

struct wb_dirtied_inode {
    __u64 pointer;  /* of the inode; never leaves the kernel */
    __u32 in_scope; /* the scope has dirtied it since the trace began */
    __u32 last;     /* who dirtied it last */
    struct wb_dirtier by[WB_DIRTIERS];
};

/*
 * User space makes it a plain hash when a command is traced: what the command has
 * dirtied must not be forgotten silently, and what finds no room is counted.
 */
struct {
    __uint(type, BPF_MAP_TYPE_LRU_HASH);
    __uint(max_entries, 32768);
    __type(key, struct wb_inode_key);
    __type(value, struct wb_dirtied_inode);
} dirtiers __weak SEC(".maps");

ALWAYS_INLINE void make_inode_key(struct inode *inode, struct wb_inode_key *key)
{
    key->inode = inode->i_ino;
    key->dev = inode->i_sb->s_dev;
    key->generation = inode->i_generation;
}

#endif
