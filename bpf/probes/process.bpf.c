// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// The command's process tree: forks join the scope, the last thread leaves it.
#include "lib/program.bpf.h"

#include "abi/process_events.h"
#include "lib/emit.bpf.h"

SEC("?tp_btf/sched_process_fork")
int on_sched_process_fork(__u64 *ctx)
{
    struct task_struct *parent = (struct task_struct *)WB_ARG(ctx, 0);
    struct task_struct *child = (struct task_struct *)WB_ARG(ctx, 1);
    struct wb_task_forked record = {};
    __u32 child_tgid = child->tgid;
    __u32 one = 1;

    if (!in_scope(parent->tgid) || child->pid != child->tgid)
        return 0;
    if (bpf_map_update_elem(&scope_tasks, &child_tgid, &one, BPF_ANY))
        count_loss(WB_LOSS_MAP_FULL);
    start_header(&record.header, WB_EVENT_TASK_FORKED, sizeof(record));
    record.parent_tgid = parent->tgid;
    record.child_tgid = child_tgid;
    copy_comm(record.comm, child->comm);
    emit(&record, sizeof(record));
    return 0;
}

SEC("?tp_btf/sched_process_exec")
int on_sched_process_exec(__u64 *ctx)
{
    struct task_struct *task = (struct task_struct *)WB_ARG(ctx, 0);
    struct wb_task_execed record = {};

    if (!in_scope(task->tgid))
        return 0;
    start_header(&record.header, WB_EVENT_TASK_EXECED, sizeof(record));
    record.tgid = task->tgid;
    copy_comm(record.comm, task->comm);
    emit(&record, sizeof(record));
    return 0;
}

SEC("?tp_btf/sched_process_exit")
int on_sched_process_exit(__u64 *ctx)
{
    struct task_struct *task = (struct task_struct *)WB_ARG(ctx, 0);
    struct wb_task_exited record = {};
    __u32 tgid = task->tgid;

    if (!in_scope(tgid) || task->signal->live.counter > 0)
        return 0;
    bpf_map_delete_elem(&scope_tasks, &tgid);
    start_header(&record.header, WB_EVENT_TASK_EXITED, sizeof(record));
    record.tgid = tgid;
    copy_comm(record.comm, task->comm);
    emit(&record, sizeof(record));
    return 0;
}
