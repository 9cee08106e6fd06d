// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Contended locks of the kernel: whose task waits for them, where and how long.
#include "lib/program.bpf.h"

#include "lib/filter.bpf.h"
#include "lib/stacks.bpf.h"

/* A task, or an interrupt that came in its time, and the lock: never both at one lock. */
struct wb_lock_wait {
    __u64 lock;
    __u32 tid;
    __u32 reserved;
};

/* When the wait began. Preallocated, since it is filled where nobody may sleep. */
struct {
    __uint(type, BPF_MAP_TYPE_HASH);
    __uint(max_entries, 1); /* user space */
    __type(key, struct wb_lock_wait);
    __type(value, __u64);
} lock_waits SEC(".maps");

#define WB_LOCK_SPINS 1  /* LCB_F_SPIN */
#define WB_LOCK_MUTEX 32 /* LCB_F_MUTEX */

/*
 * A mutex is told twice when spinning for it did not help: the wait goes on. All else that is told
 * twice has had an end that escaped us.
 */
ALWAYS_INLINE bool goes_on(const struct wb_lock_wait *wait, __u32 flags)
{
    return (flags & (WB_LOCK_MUTEX | WB_LOCK_SPINS)) == WB_LOCK_MUTEX &&
           bpf_map_lookup_elem(&lock_waits, wait);
}

ALWAYS_INLINE bool follows_lock(__u32 tgid)
{
    if (control.state != WB_STATE_RUNNING || !tgid)
        return false;
    return !config.has_scope || in_scope(tgid);
}

SEC("?tp_btf/contention_begin")
int on_contention_begin(__u64 *ctx)
{
    __u64 ids = bpf_get_current_pid_tgid();
    struct wb_lock_wait wait = {.lock = WB_ARG(ctx, 0), .tid = (__u32)ids};
    __u64 now;

    if (!follows_lock(ids >> 32) || !wants_current() || goes_on(&wait, WB_ARG(ctx, 1)))
        return 0;
    now = bpf_ktime_get_ns();
    if (bpf_map_update_elem(&lock_waits, &wait, &now, BPF_ANY))
        count_loss(WB_LOSS_MAP_FULL);
    return 0;
}

SEC("?tp_btf/contention_end")
int on_contention_end(__u64 *ctx)
{
    __u64 ids = bpf_get_current_pid_tgid();
    struct wb_lock_wait wait = {.lock = WB_ARG(ctx, 0), .tid = (__u32)ids};
    __u64 *begin, ns;

    if (!follows_lock(ids >> 32))
        return 0;
    begin = bpf_map_lookup_elem(&lock_waits, &wait);
    if (!begin)
        return 0;
    ns = bpf_ktime_get_ns() - *begin;
    bpf_map_delete_elem(&lock_waits, &wait);
    count_stack(ctx, WB_STACK_LOCK, ns);
    return 0;
}
