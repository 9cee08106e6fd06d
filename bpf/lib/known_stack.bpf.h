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

/* How far the search for the frames of a stack has come. */
struct wb_search {
    __u32 first;  /* of the innermost frames, the one that was found first */
    __u32 next;   /* the frame that is looked for */
    __u32 places; /* that were found */
    __u32 bytes;  /* up to the last of them */
};

struct wb_raw_stack {
    __u64 words[WB_RAW_WORDS];
    __u64 count; /* that were read */
    struct wb_search search;
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

/* One word of the stack: whether it is the next frame, and which one is wanted then. */
ALWAYS_INLINE void look_for_frame(volatile struct wb_search *search, struct wb_known_stack *known,
                                  const __u64 *frames, __u64 word, __u16 at)
{
    __u32 places = search->places;

    if (!places) {
        search->next = first_in_stack(frames, word);
        if (search->next == WB_INNER_FRAMES)
            return;
        search->first = search->next;
    } else if (frames[search->next & 63] != word) {
        return;
    }
    known->place[places & (WB_KNOWN_PLACES - 1)] = at;
    search->bytes = (at + 1) * sizeof(__u64);
    search->next++;
    search->places = places + 1;
}

/*
 * Find the frames in the words of the stack, in order. Global, since it is looked at by
 * the verifier alone; what it needs is in the tables, and so is how far it has come: of a
 * variable 6.1 follows each value through all that is left of the loop. Returns whether
 * all were found.
 */
GLOBAL int find_places(__u32 pid, __u32 count)
{
    __u32 kind = WB_STACK_WAIT;
    struct wb_stack_scratch *scratch = bpf_map_lookup_elem(&stack_scratch, &kind);
    struct wb_thread *thread = bpf_map_lookup_elem(&threads, &pid);
    struct wb_raw_stack *raw = raw_stack_of_cpu();
    volatile struct wb_search *search;
    struct wb_known_stack *known;

    if (!scratch || !thread || !raw || count > WB_STACK_FRAMES || count < WB_INNER_FRAMES)
        return 0;
    known = &thread->known;
    search = &raw->search;
    search->places = 0;
    for (__u32 i = 0; i < WB_RAW_WORDS; i++) {
        if (i >= raw->count)
            break;
        look_for_frame(search, known, scratch->stack.frames, raw->words[i], i);
        if (search->places && (search->next + 1 >= count || search->places >= WB_KNOWN_PLACES))
            break;
    }
    if (!search->places || search->next + 1 != count)
        return 0;
    known->inner_hash = count * sizeof(__u64);
    for (__u32 inner = 0; inner < WB_INNER_FRAMES && inner < search->first; inner++)
        known->inner_hash = hash_frame(known->inner_hash, scratch->stack.frames[inner]);
    known->outer_frame = scratch->stack.frames[search->next & 63];
    known->places = search->places;
    known->bytes = search->bytes;
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
