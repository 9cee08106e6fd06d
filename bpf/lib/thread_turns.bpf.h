/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* How a thread comes to a CPU, and how it begins and ends to be followed on one. */
#ifndef WBTRACE_THREAD_TURNS_BPF_H
#define WBTRACE_THREAD_TURNS_BPF_H

#include "threads.bpf.h"

/* What of the last wait was one for a CPU: of a task on one the scheduler has counted it. */
ALWAYS_INLINE void take_run_delay(struct wb_thread *thread, const struct task_struct *task)
{
    __u64 run_delay, delay;

    if (!config.run_delay)
        return;
    run_delay = task->sched_info.run_delay;
    delay = run_delay - thread->run_delay_ns;
    if (delay > thread->last_wait_ns)
        delay = thread->last_wait_ns;
    thread->wait_ns -= delay;
    thread->waits_ns -= delay;
    thread->runnable_ns += delay;
    thread->last_wait_ns = 0;
    thread->run_delay_ns = run_delay;
}

/* The time until then belongs to the state that ends. */
ALWAYS_INLINE void end_wait(struct wb_thread *thread, __u64 now)
{
    __u64 end = thread->woken_ns ?: now;
    __u64 wait = end - thread->since_ns;
    __u64 held = 0;

    if (thread->held_until_ns > thread->since_ns) {
        held = (thread->held_until_ns < end ? thread->held_until_ns : end) - thread->since_ns;
        thread->held_waits++;
        thread->held_ns += held;
        if (held > thread->held_max_ns)
            thread->held_max_ns = held;
    }
    thread->held_until_ns = 0;
    thread->wait_ns += wait;
    thread->runnable_ns += now - end;
    thread->waits++;
    thread->waits_ns += wait;
    thread->waits_held_ns += held;
    thread->last_wait_ns = config.run_delay ? wait : 0;
}

/*
 * It is on a CPU, and was not seen to come: one kernel runs no program for some threads' own
 * switches, and so not when one of them makes room. How long it has been there the scheduler says.
 */
NEVER_INLINE void came_unseen(struct wb_thread *thread, struct task_struct *task, __u64 now)
{
    __u64 ran = task->se.sum_exec_runtime - thread->ran_ns;
    __u64 earliest = thread->woken_ns > thread->since_ns ? thread->woken_ns : thread->since_ns;
    __u64 came = ran < now - earliest ? now - ran : earliest;

    begin_thread_change(thread);
    if (!thread->start_ns)
        begin_thread(thread, task, came = now);
    else if (thread->state == WB_THREAD_BLOCKED)
        end_wait(thread, came);
    else
        thread->runnable_ns += came - thread->since_ns;
    thread->cpu = bpf_get_smp_processor_id();
    thread->state = WB_THREAD_RUNNING;
    thread->since_ns = came;
    end_thread_change(thread);
}

/* Of the task that runs. */
ALWAYS_INLINE void is_on_cpu(struct wb_thread *thread, struct task_struct *task, __u64 now)
{
    if (thread->state == WB_THREAD_RUNNABLE || thread->state == WB_THREAD_BLOCKED)
        came_unseen(thread, task, now);
}

/* On a CPU, and from now on nobody's. */
ALWAYS_INLINE void let_go(struct wb_thread *thread, struct task_struct *task, __u32 pid, __u64 now)
{
    begin_thread_change(thread);
    thread->cpu_ns += now - thread->since_ns;
    thread->since_ns = now;
    take_run_delay(thread, task);
    thread->state = WB_THREAD_ENDED;
    end_thread_change(thread);
    __sync_fetch_and_add(hint_of(pid), -1);
    add(&threads_ended, 1);
}

/* It has ended for us, and is followed once more: what lies between is nobody's. */
ALWAYS_INLINE void take_up(struct wb_thread *thread, __u32 pid, __u64 now)
{
    begin_thread_change(thread);
    thread->start_ns += now - thread->since_ns;
    thread->since_ns = now;
    thread->state = WB_THREAD_RUNNING;
    thread->flags &= ~WB_THREAD_LAST;
    end_thread_change(thread);
    __sync_fetch_and_add(hint_of(pid), 1);
    add(&threads_ended, -1);
}

/*
 * A thread that is not the first runs another program: it goes on under the number of the
 * first one, which has ended. The time of both is kept, and what lies between is nobody's.
 */
NEVER_INLINE void take_first_place(struct task_struct *task, __u32 old_pid)
{
    __u32 pid = task->pid;
    struct wb_thread *old = bpf_map_lookup_elem(&threads, &old_pid);
    struct wb_thread *first = bpf_map_lookup_elem(&threads, &pid);
    __u64 now = bpf_ktime_get_ns();

    if (!old || old->state == WB_THREAD_ENDED)
        return;
    is_on_cpu(old, task, now);
    let_go(old, task, old_pid, now);
    if (!first)
        open_thread(task, WB_THREAD_RUNNING, now);
    else if (first->state == WB_THREAD_ENDED)
        take_up(first, pid, now);
}

/* It runs another program: the filters are asked anew. Only of the task that runs. */
NEVER_INLINE void judge_anew(struct task_struct *task)
{
    __u32 pid = task->pid;
    struct wb_thread *thread = bpf_map_lookup_elem(&threads, &pid);
    bool wanted = is_to_be_followed(task);
    __u64 now = bpf_ktime_get_ns();

    if (thread)
        is_on_cpu(thread, task, now);
    if (wanted && !thread)
        open_thread(task, WB_THREAD_RUNNING, now);
    else if (wanted && thread->state == WB_THREAD_ENDED)
        take_up(thread, pid, now);
    else if (!wanted && thread && thread->state == WB_THREAD_RUNNING)
        let_go(thread, task, pid, now);
}

#endif
