// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Where the time of threads goes: on a CPU, waiting for one, asleep and in what.
#include "lib/program.bpf.h"

#include "compat/current_task.bpf.h"
#include "lib/done_for_scope.bpf.h"
#include "lib/known_stack.bpf.h"
#include "lib/thread_turns.bpf.h"

#define WB_TASK_DEAD 0x80 /* include/linux/sched.h, the same from 5.10 to 7.3 */

/* The row is made late; which program the process ran is told by when the waits began. */
ALWAYS_INLINE void date_row(const struct wb_stack_key *key, __u64 first_ns)
{
    struct wb_stack_sum *sum = bpf_map_lookup_elem(&stack_rows, key);

    if (sum && sum->first_ns > first_ns)
        sum->first_ns = first_ns;
}

/* What is behind a stack goes into its row, since the next wait has another. */
NEVER_INLINE void give_to_row(struct wb_thread *thread, __u32 pid)
{
    struct wb_stack_key key = {
        .kernel = thread->wait_kernel,
        .user = thread->wait_user,
        .tgid = thread->tgid,
        .tid = config.threads ? pid : 0,
        .birth = thread->birth,
        .kind = WB_STACK_WAIT,
    };

    if (thread->waits && !(thread->flags & WB_THREAD_WORKER)) {
        add_to_row(&key, thread->waits, thread->waits_ns, thread->waits_held_ns);
        date_row(&key, thread->waits_first_ns);
    }
    thread->waits = 0;
    thread->waits_ns = 0;
    thread->waits_held_ns = 0;
}

/* It comes, and was not seen to leave: of the wait since then nothing is known but how long. */
NEVER_INLINE void left_unseen(struct wb_thread *thread, struct task_struct *task, __u64 now)
{
    __u64 ran = task->se.sum_exec_runtime - thread->ran_ns;
    __u32 pid = task->pid;

    if (ran > now - thread->since_ns)
        ran = now - thread->since_ns;
    thread->cpu_ns += ran;
    thread->since_ns += ran;
    thread->ran_ns += ran;
    thread->last_wait_ns = 0; /* it is in the row */
    give_to_row(thread, pid);
    thread->wait_kernel = 0;
    thread->wait_user = 0;
    thread->known.bytes = 0;
    thread->known.places = 0;
    thread->waits = 1;
    thread->waits_ns = now - thread->since_ns;
    thread->wait_ns += now - thread->since_ns;
}

/* Most waits are again where the one before was; then the stack is not unwound anew. */
ALWAYS_INLINE void begin_wait(__u64 *ctx, struct wb_thread *thread, __u32 pid)
{
    __u64 kernel, user;

    thread->state = WB_THREAD_BLOCKED;
    thread->woken_ns = 0;
    if (!config.user_stacks && is_known_stack(ctx, thread))
        return;
    keep_stacks(ctx, WB_STACK_WAIT, &kernel, &user);
    if (kernel == thread->wait_kernel && user == thread->wait_user) {
        if (!config.user_stacks && kernel && !thread->known.places)
            learn_stack(ctx, thread, pid);
        return;
    }
    give_to_row(thread, pid);
    thread->wait_kernel = kernel;
    thread->wait_user = user;
    thread->waits_first_ns = thread->since_ns;
    thread->known.bytes = 0;
    thread->known.places = 0;
}

ALWAYS_INLINE void end_thread(struct task_struct *task, struct wb_thread *thread, __u32 pid)
{
    give_to_row(thread, pid);
    thread->state = WB_THREAD_ENDED;
    if (task->signal->live.counter <= 0)
        thread->flags |= WB_THREAD_LAST;
    __sync_fetch_and_add(hint_of(pid), -1);
    add(&threads_ended, 1);
}

ALWAYS_INLINE void leave_cpu(__u64 *ctx, struct task_struct *task, __u64 now)
{
    struct wb_thread *thread;
    __u32 pid = task->pid;
    __u64 state = state_of_task(task);
    bool preempted = (__u8)WB_ARG(ctx, 0);

    thread = bpf_map_lookup_elem(&threads, &pid);
    if (!thread || thread->state == WB_THREAD_ENDED)
        return;
    is_on_cpu(thread, task, now);
    begin_thread_change(thread);
    thread->cpu_ns += now - thread->since_ns;
    thread->since_ns = now;
    take_run_delay(thread, task);
    thread->ran_ns = task->se.sum_exec_runtime;
    thread->utime_ns = task->utime;
    thread->stime_ns = task->stime;
    copy_name(thread, task);
    if (preempted || !state) {
        thread->state = WB_THREAD_RUNNABLE;
    } else if (state & WB_TASK_DEAD) {
        end_thread(task, thread, pid);
    } else {
        begin_wait(ctx, thread, pid);
    }
    end_thread_change(thread);
}

ALWAYS_INLINE void enter_cpu(struct task_struct *task, __u64 now)
{
    struct wb_thread *thread;
    __u32 pid = task->pid;

    thread = bpf_map_lookup_elem(&threads, &pid);
    if (!thread) {
        if (follows_all() && is_to_be_followed(task))
            open_thread(task, WB_THREAD_RUNNING, now);
        return;
    }
    if (thread->state == WB_THREAD_ENDED)
        return;
    begin_thread_change(thread);
    if (!thread->start_ns)
        begin_thread(thread, task, now);
    else if (thread->state == WB_THREAD_BLOCKED)
        end_wait(thread, now);
    else if (thread->state == WB_THREAD_RUNNABLE)
        thread->runnable_ns += now - thread->since_ns;
    else
        left_unseen(thread, task, now);
    thread->cpu = bpf_get_smp_processor_id();
    thread->state = WB_THREAD_RUNNING;
    thread->since_ns = now;
    end_thread_change(thread);
}

/* Kernels from 5.18 on pass a fourth argument, which nobody needs: the state is in the task. */
SEC("?tp_btf/sched_switch")
int on_sched_switch(__u64 *ctx)
{
    struct task_struct *prev = (struct task_struct *)WB_ARG(ctx, 1);
    struct task_struct *next = (struct task_struct *)WB_ARG(ctx, 2);
    bool leaves = may_be_followed(prev->pid);
    bool enters = may_be_followed(next->pid);
    __u64 *works = works_on_this_cpu();
    __u64 now;

    if (*works)
        count_work(prev, works);
    if (control.state != WB_STATE_RUNNING)
        return 0;
    on_cpu[bpf_get_smp_processor_id() & (WB_CPUS_WATCHED - 1)] = next->pid;
    if (!(leaves || enters))
        return 0;
    now = bpf_ktime_get_ns();
    if (leaves)
        leave_cpu(ctx, prev, now);
    if (enters)
        enter_cpu(next, now);
    return 0;
}

/*
 * On its way back to a CPU. Comes after the switch that put it to sleep, never before. With
 * config.run_delay this program is not there: it would run for every wakeup in the system.
 */
SEC("?tp_btf/sched_wakeup")
int on_sched_wakeup(__u64 *ctx)
{
    struct task_struct *task = (struct task_struct *)WB_ARG(ctx, 0);
    struct wb_thread *thread;
    __u32 pid = task->pid;

    if (!may_be_followed(pid) || control.state != WB_STATE_RUNNING)
        return 0;
    thread = bpf_map_lookup_elem(&threads, &pid);
    if (thread && thread->state == WB_THREAD_BLOCKED && !thread->woken_ns)
        thread->woken_ns = bpf_ktime_get_ns();
    return 0;
}

/* New threads, and those that the kernel makes for a process, which no fork event tells. */
SEC("?tp_btf/sched_wakeup_new")
int on_sched_wakeup_new(__u64 *ctx)
{
    struct task_struct *task = (struct task_struct *)WB_ARG(ctx, 0);

    if (control.state == WB_STATE_RUNNING && is_to_be_followed(task))
        open_thread(task, WB_THREAD_RUNNABLE, bpf_ktime_get_ns());
    return 0;
}
