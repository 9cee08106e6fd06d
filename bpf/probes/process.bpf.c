// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Processes: the command's tree, where forks join the scope and the last thread
// leaves it; without a command, everybody's.
#include "lib/program.bpf.h"

#include "abi/process_events.h"
#include "compat/current_task.bpf.h"
#include "lib/emit.bpf.h"
#include "lib/filter.bpf.h"
#include "lib/thread_turns.bpf.h"

/* Without a command the trace is of all processes. */
ALWAYS_INLINE bool follows(__u32 tgid)
{
    return config.has_scope ? in_scope(tgid) : control.state != WB_STATE_OFF;
}

SEC("?tp_btf/sched_process_fork")
int on_sched_process_fork(__u64 *ctx)
{
    struct task_struct *parent = (struct task_struct *)WB_ARG(ctx, 0);
    struct task_struct *child = (struct task_struct *)WB_ARG(ctx, 1);
    struct wb_task_forked record = {};
    __u32 child_tgid = child->tgid;
    __u32 one = 1;

    if (child->pid != child->tgid || !follows(parent->tgid))
        return 0;
    if (config.has_scope && bpf_map_update_elem(&scope_tasks, &child_tgid, &one, BPF_ANY))
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
    __u32 old_pid = WB_ARG(ctx, 1);

    if (!follows(task->tgid))
        return 0;
    if (config.time_budget && old_pid != (__u32)task->pid)
        take_first_place(task, old_pid);
    if (config.time_budget && filters(WB_FILTER_OF_TASKS))
        judge_anew(task);
    start_header(&record.header, WB_EVENT_TASK_EXECED, sizeof(record));
    record.tgid = task->tgid;
    copy_comm(record.comm, task->comm);
    emit(&record, sizeof(record));
    return 0;
}

/*
 * Scope processes of which a thread has ended as the last one: several that end at once may each
 * find themselves the last, and all must tell what they did. By number, with the start of the
 * process, which tells another one with that number apart.
 */
struct {
    __uint(type, BPF_MAP_TYPE_LRU_HASH);
    __uint(max_entries, 1024);
    __type(key, __u32);
    __type(value, __u64);
} ended_processes SEC(".maps");

ALWAYS_INLINE bool follows_end(struct task_struct *task, bool whole)
{
    __u64 start = task->group_leader->start_boottime;
    __u32 tgid = task->tgid;
    __u64 *ended;

    if (!config.has_scope || !whole)
        return follows(tgid);
    if (in_scope(tgid)) {
        bpf_map_update_elem(&ended_processes, &tgid, &start, BPF_ANY);
        bpf_map_delete_elem(&scope_tasks, &tgid);
        return true;
    }
    ended = bpf_map_lookup_elem(&ended_processes, &tgid);
    return ended && *ended == start;
}

/*
 * Each thread tells its own account: that of its process holds those of the children that it
 * waited for, too.
 */
SEC("?tp_btf/sched_process_exit")
int on_sched_process_exit(__u64 *ctx)
{
    struct task_struct *task = (struct task_struct *)WB_ARG(ctx, 0);
    struct wb_task_exited record = {};
    bool whole = task->signal->live.counter <= 0;

    if (!follows_end(task, whole) || !wants_current())
        return 0;
    start_header(&record.header, WB_EVENT_TASK_EXITED, sizeof(record));
    record.tgid = task->tgid;
    record.pid = task->pid;
    record.whole_process = whole;
    record.start_ns = task->start_boottime;
    record.account_known = add_io_account(&task->ioac, &record.account);
    copy_comm(record.comm, task->comm);
    emit(&record, sizeof(record));
    return 0;
}

/* What is made below a cgroup that the user named is wanted, too. */
ALWAYS_INLINE void want_below(struct cgroup *cgroup, __u64 id)
{
    __u64 parent = cgroup->self.parent ? cgroup->self.parent->cgroup->kn->id : 0;
    __u32 one = 1;

    if (filters(WB_FILTER_CGROUP) && bpf_map_lookup_elem(&filter_cgroups, &parent))
        bpf_map_update_elem(&filter_cgroups, &id, &one, BPF_ANY);
}

SEC("?tp_btf/cgroup_mkdir")
int on_cgroup_mkdir(__u64 *ctx)
{
    struct cgroup *cgroup = (struct cgroup *)WB_ARG(ctx, 0);
    struct wb_cgroup_made record = {};

    if (!control.state || !watched(cgroup))
        return 0;
    start_header(&record.header, WB_EVENT_CGROUP_MADE, sizeof(record));
    record.id = cgroup->kn->id;
    want_below(cgroup, record.id);
    bpf_probe_read_kernel_str(record.path, sizeof(record.path), (const void *)WB_ARG(ctx, 1));
    emit(&record, sizeof(record));
    return 0;
}
