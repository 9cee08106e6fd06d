/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The threads whose time is followed. */
#ifndef WBTRACE_THREADS_BPF_H
#define WBTRACE_THREADS_BPF_H

#include "filter.bpf.h"
#include "stacks.bpf.h"

#include "abi/task_time.h"

/* By the thread's number. Preallocated, since it is filled under the scheduler's locks. */
struct {
    __uint(type, BPF_MAP_TYPE_HASH);
    __uint(max_entries, 1); /* user space */
    __type(key, __u32);
    __type(value, struct wb_thread);
} threads __weak SEC(".maps");

/*
 * How many followed threads have a number that ends so. What a switch between two others
 * costs is looking up two of these, and they are zero.
 */
__u32 thread_hints[WB_THREAD_HINTS] __weak = {};

/*
 * The thread that was put on each CPU last. One kernel runs no program for some threads' own
 * switches: such a thread is seen to come and never to leave, until another is seen in its place.
 */
__u32 on_cpu[WB_CPUS_WATCHED] __weak = {};

/* Threads in the table that have ended: user space takes them out when they are many. */
__u64 threads_ended __weak = 0;

ALWAYS_INLINE __u32 *hint_of(__u32 pid)
{
    return &thread_hints[pid & (WB_THREAD_HINTS - 1)];
}

ALWAYS_INLINE bool follows_all(void)
{
    return !config.has_scope;
}

ALWAYS_INLINE bool may_be_followed(__u32 pid)
{
    return follows_all() ? pid != 0 : *hint_of(pid) != 0;
}

/* Whoever changes a thread marks it, so that user space does not read half a change. */
ALWAYS_INLINE void begin_thread_change(struct wb_thread *thread)
{
    thread->change++;
    barrier();
}

ALWAYS_INLINE void end_thread_change(struct wb_thread *thread)
{
    barrier();
    thread->change++;
}

ALWAYS_INLINE void copy_name(struct wb_thread *thread, const struct task_struct *task)
{
    ((__u64 *)thread->comm)[0] = ((__u64 *)task->comm)[0];
    ((__u64 *)thread->comm)[1] = ((__u64 *)task->comm)[1];
}

#define WB_MADE_BY_KERNEL 0x10 /* PF_IO_WORKER since 5.12; on 5.10 those are kernel threads */
#define WB_IO_WORKER_NAME 0x2d756f69u /* "iou-" */

/* Kernels differ in what the flag means: the name must fit, too. */
ALWAYS_INLINE bool is_io_worker(const struct task_struct *task)
{
    return task->flags & WB_MADE_BY_KERNEL && *(__u32 *)task->comm == WB_IO_WORKER_NAME;
}

ALWAYS_INLINE void begin_thread(struct wb_thread *thread, struct task_struct *task, __u64 now)
{
    thread->tgid = task->tgid;
    thread->birth = birth_of(task->group_leader->start_boottime);
    thread->start_ns = now;
    thread->since_ns = now;
    thread->utime_first_ns = task->utime;
    thread->stime_first_ns = task->stime;
    thread->utime_ns = task->utime;
    thread->stime_ns = task->stime;
    thread->ran_ns = task->se.sum_exec_runtime;
    if (is_io_worker(task))
        thread->flags |= WB_THREAD_WORKER;
    copy_name(thread, task);
}

/* Begin to follow a thread. */
NEVER_INLINE void open_thread(struct task_struct *task, __u8 state, __u64 now)
{
    struct wb_thread thread = {.state = state, .cpu = bpf_get_smp_processor_id()};
    __u32 pid = task->pid;

    begin_thread(&thread, task, now);
    if (bpf_map_update_elem(&threads, &pid, &thread, BPF_NOEXIST)) {
        count_loss(WB_LOSS_THREAD_NOT_KEPT);
        return;
    }
    __sync_fetch_and_add(hint_of(pid), 1);
}

/* The filters are asked when a thread is met first, and when it runs another program. */
ALWAYS_INLINE bool is_to_be_followed(struct task_struct *task)
{
    struct wb_current_task who;

    if (!task->pid || task->flags & WB_KERNEL_THREAD)
        return false;
    if (config.has_scope && !in_scope(task->tgid))
        return false;
    if (!filters(WB_FILTER_OF_TASKS))
        return true;
    read_task(task, &who);
    return wants_task(&who);
}

/*
 * The direct I/O that a thread sleeps for became a request only now, by the hand of another
 * task: that long a controller held it back.
 */
ALWAYS_INLINE void held_back(__u32 pid, __u64 until_ns)
{
    struct wb_thread *thread;

    if (!config.time_budget || !may_be_followed(pid))
        return;
    thread = bpf_map_lookup_elem(&threads, &pid);
    if (thread && thread->state == WB_THREAD_BLOCKED && until_ns > thread->since_ns)
        thread->held_until_ns = until_ns;
}

#endif
