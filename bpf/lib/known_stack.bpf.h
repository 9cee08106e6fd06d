/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Recognising a stack without unwinding it. Unwinding takes longer than a switch between two
 * tasks; but a thread mostly waits where it waited before, and then every return address of
 * its stack stands where it stood, seen from the innermost. All are compared, by their
 * hash, but the outermost: the entry to the kernel, which the next one implies, and which
 * is elsewhere in each call where the kernel randomises the offset of its stacks.
 */
#ifndef WBTRACE_KNOWN_STACK_BPF_H
#define WBTRACE_KNOWN_STACK_BPF_H

#include "threads.bpf.h"

#include "compat/folio_compat.bpf.h"

#define WB_RAW_WORDS 256
#define WB_RAW_PART 16    /* words; less than the registers above the last frame take */
#define WB_INNER_FRAMES 4 /* of the program and of what calls it, at most */
#define WB_NOT_TO_BE_LEARNT 255

struct wb_raw_stack {
    __u64 words[WB_RAW_WORDS];
    __u64 count; /* that were read */
};

struct {
    __uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
    __uint(max_entries, 1);
    __type(key, __u32);
    __type(value, struct wb_raw_stack);
} raw_stacks SEC(".maps");

ALWAYS_INLINE struct wb_raw_stack *raw_stack_of_cpu(void)
{
    __u32 zero = 0;

    return bpf_map_lookup_elem(&raw_stacks, &zero);
}

/* Does the current task, of which `thread` is, wait with the stack that is known of it? */
ALWAYS_INLINE bool is_known_stack(__u64 *ctx, struct wb_thread *thread)
{
    struct wb_known_stack *known = &thread->known;
    __u64 hash = known->inner_hash;
    __u32 bytes = known->bytes;
    __u32 places = known->places;
    struct wb_raw_stack *raw;

    if (!bytes)
        return false;
    raw = raw_stack_of_cpu();
    if (!raw || bytes > sizeof(raw->words))
        return false;
    if (bpf_probe_read_kernel(raw->words, bytes, ctx))
        return false;
    for (__u32 i = 0; i < WB_KNOWN_PLACES; i++) {
        if (i >= places)
            break;
        hash = hash_frame(hash, raw->words[known->place[i] & (WB_RAW_WORDS - 1)]);
    }
    hash = hash_frame(hash, known->outer_frame);
    return (hash ?: 1) == thread->wait_kernel;
}

/* As much as there is above an address. */
ALWAYS_INLINE void read_raw(struct wb_raw_stack *raw, __u64 from)
{
    raw->count = 0;
    for (__u32 i = 0; i < WB_RAW_WORDS; i += WB_RAW_PART) {
        if (bpf_probe_read_kernel(&raw->words[i], WB_RAW_PART * sizeof(__u64),
                                  (void *)(from + i * sizeof(__u64))))
            break;
        raw->count = i + WB_RAW_PART;
    }
}

/* Which of the innermost frames stands first in the stack; WB_INNER_FRAMES: none of them. */
ALWAYS_INLINE __u32 first_in_stack(const __u64 *frames, __u64 word)
{
    __u32 first = WB_INNER_FRAMES;

#pragma unroll
    for (__u32 i = 0; i < WB_INNER_FRAMES; i++)
        if (first == WB_INNER_FRAMES && word && frames[i] == word)
            first = i;
    return first;
}

/*
 * Find the frames in the words of the stack, in order. Global, since it is looked at by
 * the verifier alone; what it needs is in the tables. Returns whether all were found.
 */
GLOBAL int find_places(__u32 pid, __u32 count)
{
    __u32 kind = WB_STACK_WAIT;
    struct wb_stack_scratch *scratch = bpf_map_lookup_elem(&stack_scratch, &kind);
    struct wb_thread *thread = bpf_map_lookup_elem(&threads, &pid);
    struct wb_raw_stack *raw = raw_stack_of_cpu();
    struct wb_known_stack *known;
    __u32 first = 0, next = WB_INNER_FRAMES, places = 0, last = 0;

    if (!scratch || !thread || !raw || count > WB_STACK_FRAMES || count < WB_INNER_FRAMES)
        return 0;
    known = &thread->known;
    for (__u32 i = 0; i < WB_RAW_WORDS; i++) {
        __u64 word = raw->words[i];

        if (i >= raw->count)
            break;
        if (!places) {
            next = first_in_stack(scratch->stack.frames, word);
            if (next == WB_INNER_FRAMES)
                continue;
            next = first = unknown(next);
        } else if (scratch->stack.frames[next & 63] != word) {
            continue;
        }
        known->place[places & (WB_KNOWN_PLACES - 1)] = i;
        last = i;
        next = unknown(next + 1);
        places = unknown(places + 1);
        if (next + 1 >= count || places >= WB_KNOWN_PLACES)
            break;
    }
    if (!places || next + 1 != count)
        return 0;
    known->inner_hash = count * sizeof(__u64);
    for (__u32 inner = 0; inner < WB_INNER_FRAMES && inner < first; inner++)
        known->inner_hash = hash_frame(known->inner_hash, scratch->stack.frames[inner]);
    known->outer_frame = scratch->stack.frames[next & 63];
    known->places = places;
    known->bytes = (last + 1) * sizeof(__u64);
    return 1;
}

/* The stack in the scratch is that of the thread's last wait as well: it may come again. */
NEVER_INLINE void learn_stack(__u64 *ctx, struct wb_thread *thread, __u32 pid)
{
    struct wb_raw_stack *raw = raw_stack_of_cpu();
    __u32 kind = WB_STACK_WAIT;
    struct wb_stack_scratch *scratch = bpf_map_lookup_elem(&stack_scratch, &kind);

    if (!raw || !scratch)
        return;
    read_raw(raw, address_of(ctx));
    if (!find_places(pid, scratch->frames))
        thread->known.places = WB_NOT_TO_BE_LEARNT;
}

#endif
