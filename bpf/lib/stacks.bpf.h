/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Stacks, and rows that add up something for them: one mechanism for all kinds of
 * enum wb_stack_kind. A stack is kept once, under a hash of its frames: bpf_get_stackid
 * would throw one away whenever two of them meet in a bucket.
 */
#ifndef WBTRACE_STACKS_BPF_H
#define WBTRACE_STACKS_BPF_H

#include "maps.bpf.h"

#include "abi/stacks.h"

#define WB_USER_STACK_FLAG 256 /* BPF_F_USER_STACK */

struct {
    __uint(type, BPF_MAP_TYPE_HASH);
    __uint(max_entries, 1); /* user space */
    __type(key, __u64);
    __type(value, struct wb_stack);
} kernel_stacks __weak SEC(".maps");

struct {
    __uint(type, BPF_MAP_TYPE_HASH);
    __uint(max_entries, 1); /* user space */
    __type(key, __u64);
    __type(value, struct wb_user_stack);
} user_stacks __weak SEC(".maps");

/* Preallocated, since rows are added under the scheduler's locks. */
struct {
    __uint(type, BPF_MAP_TYPE_HASH);
    __uint(max_entries, 1); /* user space */
    __type(key, struct wb_stack_key);
    __type(value, struct wb_stack_sum);
} stack_rows __weak SEC(".maps");

/* A place for each kind: a program may come in the middle of that of another kind. */
struct wb_stack_scratch {
    struct wb_user_stack stack; /* the longer of the two */
    __u64 end;                  /* where the 0 behind the last frame finds room */
    __u32 busy;
    __u32 frames; /* of the kernel's stack that was kept last */
};

struct {
    __uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
    __uint(max_entries, WB_STACK_KINDS);
    __type(key, __u32);
    __type(value, struct wb_stack_scratch);
} stack_scratch __weak SEC(".maps");

ALWAYS_INLINE bool wants_stacks(__u32 kind)
{
    return config.stack_kinds >> kind & 1;
}

/* Of a traced command only its own are wanted. */
ALWAYS_INLINE bool stacks_of(bool scoped)
{
    return scoped || !config.has_scope;
}

ALWAYS_INLINE __u64 hash_frame(__u64 hash, __u64 frame)
{
    hash = (hash ^ frame) * 0x9e3779b97f4a7c15ull;
    return hash ^ hash >> 32;
}

/* bytes: of the frames. Never 0. */
ALWAYS_INLINE __u64 hash_of(const __u64 *frames, __u32 frames_max, __u32 bytes)
{
    __u64 hash = bytes;

    for (__u32 i = 0; i < frames_max; i++) {
        if (i * sizeof(__u64) >= bytes)
            break;
        hash = hash_frame(hash, frames[i]);
    }
    return hash ?: 1;
}

/* Keep the stack that is in the scratch; its key, or 0 when there is no room for it. */
ALWAYS_INLINE __u64 keep_in(void *map, const __u64 *frames, __u64 hash)
{
    if (bpf_map_lookup_elem(map, &hash) || !bpf_map_update_elem(map, &hash, frames, BPF_ANY))
        return hash;
    count_loss(WB_LOSS_STACK_NOT_KEPT);
    return 0;
}

ALWAYS_INLINE __u64 keep_kernel_stack(void *ctx, struct wb_stack_scratch *scratch)
{
    __u64 *frames = scratch->stack.frames;
    long bytes = bpf_get_stack(ctx, frames, sizeof(struct wb_stack), 0);

    if (bytes <= 0 || bytes > (long)sizeof(struct wb_stack))
        return 0;
    frames[(bytes / sizeof(__u64)) & 127] = 0;
    scratch->frames = bytes / sizeof(__u64);
    return keep_in(&kernel_stacks, frames, hash_of(frames, WB_STACK_FRAMES, bytes));
}

/* 0 for one that has none: a kernel thread, or a program without frame pointers. */
ALWAYS_INLINE __u64 keep_user_stack(void *ctx, struct wb_stack_scratch *scratch)
{
    __u64 *frames = scratch->stack.frames;
    long bytes;

    if (!config.user_stacks)
        return 0;
    bytes = bpf_get_stack(ctx, frames, sizeof(struct wb_user_stack), WB_USER_STACK_FLAG);
    if (bytes <= 0 || bytes > (long)sizeof(struct wb_user_stack))
        return 0;
    frames[(bytes / sizeof(__u64)) & 127] = 0;
    return keep_in(&user_stacks, frames, hash_of(frames, WB_USER_FRAMES, bytes));
}

/* The stacks of what runs now, kept. */
ALWAYS_INLINE void keep_stacks(void *ctx, __u32 kind, __u64 *kernel, __u64 *user)
{
    struct wb_stack_scratch *scratch = bpf_map_lookup_elem(&stack_scratch, &kind);

    *kernel = 0;
    *user = 0;
    if (!scratch || scratch->busy) {
        count_loss(WB_LOSS_STACK_NOT_KEPT);
        return;
    }
    scratch->busy = 1;
    barrier();
    *kernel = keep_kernel_stack(ctx, scratch);
    *user = keep_user_stack(ctx, scratch);
    barrier();
    scratch->busy = 0;
}

NEVER_INLINE struct wb_stack_sum *make_row(const struct wb_stack_key *key)
{
    struct wb_stack_sum sum = {.first_ns = bpf_ktime_get_ns()};

    bpf_get_current_comm(sum.comm, sizeof(sum.comm));
    bpf_map_update_elem(&stack_rows, key, &sum, BPF_NOEXIST);
    return bpf_map_lookup_elem(&stack_rows, key);
}

/* Of the current task, which gives a new row its name; NULL, and counted: there is no room. */
ALWAYS_INLINE struct wb_stack_sum *row_of(const struct wb_stack_key *key)
{
    struct wb_stack_sum *sum = bpf_map_lookup_elem(&stack_rows, key) ?: make_row(key);

    if (!sum)
        count_loss(WB_LOSS_STACK_NOT_KEPT);
    return sum;
}

ALWAYS_INLINE void add_to_row(const struct wb_stack_key *key, __u64 count, __u64 weight,
                              __u64 held_ns)
{
    struct wb_stack_sum *sum = row_of(key);

    if (!sum)
        return;
    add(&sum->count, count);
    add(&sum->weight, weight);
    if (held_ns)
        add(&sum->held_ns, held_ns);
}

/* Tells processes apart that have the same number one after the other. */
ALWAYS_INLINE __u32 birth_of(__u64 start_boottime_ns)
{
    return start_boottime_ns >> 20;
}

/* Whose row: that of the task which runs. */
ALWAYS_INLINE void key_of_current(struct wb_stack_key *key, __u32 kind)
{
    struct task_struct *task = (struct task_struct *)bpf_get_current_task();
    __u64 ids = bpf_get_current_pid_tgid();

    key->tgid = ids >> 32;
    key->tid = config.threads ? (__u32)ids : 0;
    key->birth = birth_of(BPF_CORE_READ(task, group_leader, start_boottime));
    key->kind = kind;
}

/* Add `weight` to the row of the current task and its stack, when that kind is wanted. */
ALWAYS_INLINE void count_stack(void *ctx, __u32 kind, __u64 weight)
{
    struct wb_stack_key key = {};

    if (!wants_stacks(kind))
        return;
    key_of_current(&key, kind);
    keep_stacks(ctx, kind, &key.kernel, &key.user);
    add_to_row(&key, 1, weight, 0);
}

#endif
