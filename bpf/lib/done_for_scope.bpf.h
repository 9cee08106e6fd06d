/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What kernel threads do for the scope: from the moment that one writes back an inode of the
 * scope, or issues a request with pages of it, until it leaves the CPU.
 */
#ifndef WBTRACE_DONE_FOR_SCOPE_BPF_H
#define WBTRACE_DONE_FOR_SCOPE_BPF_H

#include "maps.bpf.h"

#include "abi/task_time.h"
#include "compat/current_task.bpf.h"

#define WB_MARKED_CPUS 1024 /* a power of two */

/* Since when the thread on this CPU works for the scope; 0: it does not. */
__u64 works_since[WB_MARKED_CPUS] __weak = {};

struct {
    __uint(type, BPF_MAP_TYPE_HASH);
    __uint(max_entries, 1); /* user space */
    __type(key, struct wb_worker_key);
    __type(value, struct wb_worker_sum);
} workers __weak SEC(".maps");

static const struct wb_worker_sum empty_worker = {};

ALWAYS_INLINE __u64 *works_on_this_cpu(void)
{
    return &works_since[bpf_get_smp_processor_id() & (WB_MARKED_CPUS - 1)];
}

/* The current task works for the scope from now on, if it is the kernel's. */
ALWAYS_INLINE void works_for_scope(void)
{
    struct task_struct *task = (struct task_struct *)bpf_get_current_task();
    __u64 *since = works_on_this_cpu();

    if (config.time_budget && config.has_scope && !*since &&
        BPF_CORE_READ(task, flags) & WB_KERNEL_THREAD)
        *since = bpf_ktime_get_ns();
}

/* It leaves the CPU. */
NEVER_INLINE void count_work(struct task_struct *task, __u64 *since)
{
    struct wb_worker_key key = {};
    struct wb_worker_sum *sum;
    __u64 spent = bpf_ktime_get_ns() - *since;

    *since = 0;
    BPF_CORE_READ_INTO(&key.comm, task, comm);
    sum = bpf_map_lookup_elem(&workers, &key);
    if (!sum) {
        bpf_map_update_elem(&workers, &key, &empty_worker, BPF_NOEXIST);
        sum = bpf_map_lookup_elem(&workers, &key);
    }
    if (!sum) {
        count_loss(WB_LOSS_THREAD_NOT_KEPT);
        return;
    }
    add(&sum->turns, 1);
    add(&sum->cpu_ns, spent);
}

#endif
