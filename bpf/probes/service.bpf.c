// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Programs that user space runs itself; they hang on no tracepoint.
#include "lib/program.bpf.h"

#include "lib/page_runs.bpf.h"
#include "lib/request_table.bpf.h"

/* The clock of the scheduler tick beside ours: user space derives HZ from it. */
struct wb_clock_reading {
    __u64 jiffies;
    __u64 time_ns;
} clock_reading = {};

SEC("?raw_tp")
int read_clocks(void *ctx)
{
    clock_reading.jiffies = bpf_jiffies64();
    clock_reading.time_ns = bpf_ktime_get_ns();
    return 0;
}

/*
 * Close the open runs of this CPU; to be run on each one, at any time. It may
 * come as an interrupt into the middle of a program that changes a run: that
 * one stays open.
 */
SEC("?raw_tp")
int close_page_runs(void *ctx)
{
    for (__u32 i = 0; i < WB_PAGE_ACTIONS * WB_RUN_SLOTS; i++) {
        __u32 index = i;
        struct page_run_slot *slot = bpf_map_lookup_elem(&page_runs, &index);

        if (slot && !slot->busy && slot->run.folios)
            close_run_at(index);
    }
    return 0;
}

/* What the filters leave out is nobody's loss. */
ALWAYS_INLINE bool is_in_flight(const struct wb_place *place)
{
    return place->state == WB_PLACE_ISSUED || place->state == WB_PLACE_REQUEUED;
}

/* Argument: the first of WB_SETS_PER_CALL sets. Returns their requests in flight. */
SEC("?raw_tp")
int count_in_flight(__u64 *ctx)
{
    __u32 first = ctx[0];
    int count = 0;

    for (__u32 i = 0; i < WB_SETS_PER_CALL; i++) {
        __u32 index = first + i;
        struct wb_request_set *set = bpf_map_lookup_elem(&request_sets, &index);

        if (!set)
            break;
        for (int place = 0; place < WB_SET_PLACES; place++)
            if (is_in_flight(&set->place[place]))
                count++;
    }
    return count;
}

/*
 * Does the inode still have pages to write? Its pages' tree says so in the mark
 * bits of its root: dirty, under writeback, and "to be written", which is left
 * behind by some writes of parts of a page and says nothing alone. They stand in
 * this order above the flags that a tree has of its own; where they begin differs
 * between kernels and their configurations. A table of process numbers has the
 * first mark and no other, for as long as it has room: it shows where. If it ever
 * should not, any mark counts. An inode that is gone has nothing to write.
 */
#define WB_TREE_OWN_FLAGS 0x3fu

ALWAYS_INLINE __u32 dirty_and_writeback_marks(void)
{
    struct task_struct *task = (struct task_struct *)bpf_get_current_task();
    __u32 first =
        BPF_CORE_READ(task, nsproxy, pid_ns_for_children, idr.idr_rt.xa_flags) & ~WB_TREE_OWN_FLAGS;

    if (!first || first & (first - 1))
        return ~WB_TREE_OWN_FLAGS;
    return first | first << 1;
}

ALWAYS_INLINE bool has_pages_to_write(const struct wb_inode_key *key, struct inode *inode)
{
    struct wb_inode_key now = {
        .inode = BPF_CORE_READ(inode, i_ino),
        .dev = BPF_CORE_READ(inode, i_sb, s_dev),
        .generation = BPF_CORE_READ(inode, i_generation),
    };

    if (now.inode != key->inode || now.dev != key->dev || now.generation != key->generation)
        return false;
    return BPF_CORE_READ(inode, i_mapping, i_pages.xa_flags) & dirty_and_writeback_marks();
}

/* Arguments: inode number; device | generation << 32. Returns 1: still dirty. */
SEC("?raw_tp")
int is_dirty_in_scope(__u64 *ctx)
{
    struct wb_inode_key key = {
        .inode = ctx[0],
        .dev = (__u32)ctx[1],
        .generation = ctx[1] >> 32,
    };
    struct wb_dirtied_inode *dirtied = bpf_map_lookup_elem(&dirtiers, &key);

    if (!dirtied || !dirtied->in_scope)
        return 0;
    return has_pages_to_write(&key, (struct inode *)dirtied->pointer) ? 1 : 0;
}
