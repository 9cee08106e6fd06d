/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What the user wants to see. Asked at first sight of a request, run, wait or
 * call; parts that are not in force vanish in the verifier.
 */
#ifndef WBTRACE_FILTER_BPF_H
#define WBTRACE_FILTER_BPF_H

#include "inode_table.bpf.h"

#include "compat/current_task.bpf.h"
#include "compat/dentry_compat.bpf.h"

#define WB_FOLDERS_WALKED 32

struct {
    __uint(type, BPF_MAP_TYPE_HASH);
    __uint(max_entries, 1024);
    __type(key, __u32);
    __type(value, __u32);
} filter_processes __weak SEC(".maps");

struct {
    __uint(type, BPF_MAP_TYPE_HASH);
    __uint(max_entries, 4096);
    __type(key, __u64);
    __type(value, __u32);
} filter_cgroups __weak SEC(".maps");

struct {
    __uint(type, BPF_MAP_TYPE_HASH);
    __uint(max_entries, 64);
    __type(key, struct wb_filter_file);
    __type(value, __u32);
} filter_files __weak SEC(".maps");

/* Inodes that were judged, by where they were at the time: 1 wanted, 2 not. */
struct {
    __uint(type, BPF_MAP_TYPE_LRU_HASH);
    __uint(max_entries, 32768);
    __type(key, struct wb_inode_key);
    __type(value, __u32);
} files_judged __weak SEC(".maps");

ALWAYS_INLINE bool filters(__u32 part)
{
    return config.filter.parts & part;
}

/* Pages of the recording of this very trace? */
ALWAYS_INLINE bool is_recording(const struct wb_inode_key *key)
{
    return config.recorder.inode_dev && key->inode == config.recorder.inode &&
           key->dev == config.recorder.inode_dev;
}

/* The highest bit of each byte that is 0, and perhaps of those above the first of them. */
ALWAYS_INLINE __u64 nul_bytes(__u64 word)
{
    return (word - 0x0101010101010101ull) & ~word & 0x8080808080808080ull;
}

ALWAYS_INLINE __u64 before_nul(__u64 word)
{
    __u64 nul = nul_bytes(word);

    return nul ? word & (((nul & -nul) >> 7) - 1) : word;
}

/*
 * Behind its end a name may have the rest of the one before: 5.10 does not fill it up with zeros
 * when a task is given a new one, 6.1 does.
 */
ALWAYS_INLINE bool wants_comm(const __u64 *name)
{
    __u64 comm[2] = {before_nul(name[0]), nul_bytes(name[0]) ? 0 : before_nul(name[1])};
    bool wanted = false;

#pragma unroll
    for (__u32 i = 0; i < WB_FILTER_COMMS; i++)
        wanted |= i < config.filter.comms && config.filter.comm[2 * i] == comm[0] &&
                  config.filter.comm[2 * i + 1] == comm[1];
    return wanted;
}

ALWAYS_INLINE bool wants_task(const struct wb_current_task *task)
{
    if (filters(WB_FILTER_PROCESS) && !bpf_map_lookup_elem(&filter_processes, &task->tgid))
        return false;
    if (filters(WB_FILTER_CGROUP) && !bpf_map_lookup_elem(&filter_cgroups, &task->cgroup_id))
        return false;
    return !filters(WB_FILTER_COMM) || wants_comm(task->comm);
}

ALWAYS_INLINE bool wants_current(void)
{
    struct wb_current_task task;

    if (!filters(WB_FILTER_OF_TASKS))
        return true;
    read_current_task(&task);
    return wants_task(&task);
}

ALWAYS_INLINE bool is_named(struct inode *inode)
{
    struct wb_filter_file key = {
        .inode = BPF_CORE_READ(inode, i_ino),
        .dev = BPF_CORE_READ(inode, i_sb, s_dev),
    };

    return bpf_map_lookup_elem(&filter_files, &key);
}

/* Is the inode, or a folder above it, one that the user named? By probing. */
GLOBAL int is_below_named(__u64 address)
{
    struct inode *inode = (struct inode *)address;
    struct dentry *dentry = first_dentry(inode);

    if (is_named(inode))
        return 1;
    for (int i = 0; dentry && i < WB_FOLDERS_WALKED; i++) {
        struct dentry *parent = BPF_CORE_READ(dentry, d_parent);

        if (parent == dentry)
            return 0;
        if (is_named(BPF_CORE_READ(parent, d_inode)))
            return 1;
        dentry = parent;
    }
    return 0;
}

/* address: of the inode, as a number */
ALWAYS_INLINE bool wants_inode(const struct wb_inode_key *key, __u64 address)
{
    __u32 *judged;
    __u32 verdict;

    if (!filters(WB_FILTER_FILE))
        return true;
    judged = bpf_map_lookup_elem(&files_judged, key);
    if (judged)
        return *judged == 1;
    verdict = is_below_named(address) ? 1 : 2;
    bpf_map_update_elem(&files_judged, key, &verdict, BPF_ANY);
    return verdict == 1;
}

#endif
