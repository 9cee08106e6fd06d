/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#ifndef WBTRACE_CURRENT_TASK_BPF_H
#define WBTRACE_CURRENT_TASK_BPF_H

#include "cgroup_compat.bpf.h"

#include "abi/process_events.h"

#define WB_KERNEL_THREAD 0x00200000 /* PF_KTHREAD */
/*
 * PF_LOCAL_THROTTLE, of threads that do I/O for a device above: those of loop and zloop, and of
 * NFS servers. a37b0715ddf3 ("mm/writeback: replace PF_LESS_THROTTLE with PF_LOCAL_THROTTLE",
 * v5.8).
 */
#define WB_SERVES_ABOVE 0x00100000

struct wb_current_task {
    __u64 cgroup_id;
    __u32 pid;
    __u32 tgid;
    __u32 flags; /* PF_ */
    __u64 comm[WB_COMM_LEN / sizeof(__u64)];
};

/* By probing: a task whose address is only a number to the verifier. */
ALWAYS_INLINE void read_task(struct task_struct *task, struct wb_current_task *to)
{
    to->pid = BPF_CORE_READ(task, pid);
    to->tgid = BPF_CORE_READ(task, tgid);
    to->flags = BPF_CORE_READ(task, flags);
    to->cgroup_id = probed_cgroup_id(task);
    BPF_CORE_READ_INTO(&to->comm, task, comm);
}

/*
 * Who runs. One typed pointer instead of three helper calls where there is one:
 * 3ca1032ab7ab ("bpf: Implement get_current_task_btf and RET_PTR_TO_BTF_ID", v5.11).
 */
ALWAYS_INLINE void read_current_task(struct wb_current_task *to)
{
    struct task_struct *task;
    __u64 ids;

    if (bpf_core_enum_value_exists(enum bpf_func_id___since_511, BPF_FUNC_get_current_task_btf)) {
        task = bpf_get_current_task_btf();
        to->pid = task->pid;
        to->tgid = task->tgid;
        to->comm[0] = ((__u64 *)task->comm)[0];
        to->comm[1] = ((__u64 *)task->comm)[1];
        to->flags = task->flags;
        to->cgroup_id = task_cgroup_id(task);
        return;
    }
    ids = bpf_get_current_pid_tgid();
    to->pid = (__u32)ids;
    to->tgid = ids >> 32;
    task = (struct task_struct *)bpf_get_current_task();
    to->flags = BPF_CORE_READ(task, flags);
    to->cgroup_id = probed_cgroup_id(task);
    bpf_get_current_comm(to->comm, sizeof(to->comm));
}

/*
 * Why a task leaves the CPU: 0, it would rather run on. The field was renamed in
 * 2f064a59a11f ("sched: Change task_struct::state", v5.14).
 */
ALWAYS_INLINE __u64 state_of_task(struct task_struct *task)
{
    struct task_struct___with_state *old = (void *)task;
    struct task_struct___renamed_state *own = (void *)task;

    return bpf_core_field_exists(old->state) ? (__u64)old->state : own->__state;
}

/* What a task did by system calls, added up; false: the kernel keeps no account. */
ALWAYS_INLINE bool add_io_account(const struct task_io_accounting *from, struct wb_io_account *to)
{
    if (!bpf_core_field_exists(from->rchar))
        return false;
    to->read_bytes += from->rchar;
    to->written_bytes += from->wchar;
    to->read_calls += from->syscr;
    to->write_calls += from->syscw;
    return true;
}

/* The process that a memory map belongs to; NULL without CONFIG_MEMCG. */
ALWAYS_INLINE struct task_struct *owner_of_memory(struct mm_struct *memory)
{
    struct mm_struct___with_owner *own = (void *)memory;

    return bpf_core_field_exists(own->owner) ? BPF_CORE_READ(own, owner) : 0;
}

#endif
