/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#ifndef WBTRACE_CURRENT_TASK_BPF_H
#define WBTRACE_CURRENT_TASK_BPF_H

#include "lib/program.bpf.h"

#include "abi/types.h"

struct wb_current_task {
    __u64 cgroup_id; /* v2 */
    __u32 pid;
    __u32 tgid;
    __u64 comm[WB_COMM_LEN / sizeof(__u64)];
};

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
        to->cgroup_id = task->cgroups->dfl_cgrp->kn->id;
        return;
    }
    ids = bpf_get_current_pid_tgid();
    to->pid = (__u32)ids;
    to->tgid = ids >> 32;
    to->cgroup_id = bpf_get_current_cgroup_id();
    bpf_get_current_comm(to->comm, sizeof(to->comm));
}

#endif
