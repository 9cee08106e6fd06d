/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What all families share. Weak: each object defines it, the linker keeps one.
 * Sizes marked "user space" are set before loading.
 */
#ifndef WBTRACE_MAPS_BPF_H
#define WBTRACE_MAPS_BPF_H

#include "program.bpf.h"

#include "abi/probe_config.h"
#include "abi/totals.h"
#include "abi/writeback_events.h"

const volatile struct wb_probe_config config __weak = {};
struct wb_control control __weak = {};

/* Ring of a CPU = cpu & config.ring_mask; user space creates the rings. */
struct wb_ring {
    __uint(type, BPF_MAP_TYPE_RINGBUF);
    __uint(max_entries, 4096);
};

struct {
    __uint(type, BPF_MAP_TYPE_ARRAY_OF_MAPS);
    __uint(max_entries, 1); /* user space */
    __type(key, __u32);
    __array(values, struct wb_ring);
} rings __weak SEC(".maps");

struct {
    __uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
    __uint(max_entries, 1);
    __type(key, __u32);
    __type(value, struct wb_cpu_totals);
} cpu_totals __weak SEC(".maps");

struct {
    __uint(type, BPF_MAP_TYPE_ARRAY);
    __uint(max_entries, WB_MAX_DEVICES);
    __type(key, __u32);
    __type(value, struct wb_device_slot);
} devices __weak SEC(".maps");

/* Who owns a place of the device table, decided by insert-if-absent. */
struct {
    __uint(type, BPF_MAP_TYPE_HASH);
    __uint(max_entries, WB_MAX_DEVICES);
    __type(key, __u32);
    __type(value, __u64); /* WB_ROW_OWNER */
} device_claims __weak SEC(".maps");

struct {
    __uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
    __uint(max_entries, WB_MAX_DEVICES);
    __type(key, __u32);
    __type(value, struct wb_device_totals);
} device_totals __weak SEC(".maps");

/* Processes (tgid) of the traced command. */
struct {
    __uint(type, BPF_MAP_TYPE_HASH);
    __uint(max_entries, 65536);
    __uint(map_flags, 1); /* BPF_F_NO_PREALLOC: usually a handful */
    __type(key, __u32);
    __type(value, __u32);
} scope_tasks __weak SEC(".maps");

/*
 * The number, as one that the verifier does not know: to it a number found by
 * comparing or counting is as many cases, each with all that follows to be looked
 * at anew. That makes loading ten times faster, and possible at all on 6.1.
 */
__u32 always_zero __weak = 0;

ALWAYS_INLINE __u32 unknown(__u32 number)
{
    number += *(volatile __u32 *)&always_zero;
    asm volatile("" : "+r"(number)); /* here, not where it is used: till then it is known */
    return number;
}

/*
 * The number, or `most` when it is more: in one piece, or the compiler keeps a copy from before
 * the comparison, of which 6.1 and older do not know what was compared.
 */
#define WB_AT_MOST(number, most)                                                  \
    ({                                                                            \
        __u64 number_ = (number);                                                 \
        asm volatile("if %0 <= %1 goto +1\n%0 = %1" : "+r"(number_) : "i"(most)); \
        number_;                                                                  \
    })

/*
 * A number that stands for an object as long as the programs are loaded. The
 * verifier lets nobody compute with an object's address, but the distance of
 * two addresses is a number like any other. Its low three bits are those of
 * the address, since `control` is aligned.
 */
ALWAYS_INLINE __u64 identity_of(const void *object)
{
    __u64 distance = (__u64)object;

    asm volatile("%0 -= %1" : "+r"(distance) : "r"(&control));
    return distance;
}

ALWAYS_INLINE struct wb_cpu_totals *totals_of_cpu(void)
{
    __u32 zero = 0;

    return bpf_map_lookup_elem(&cpu_totals, &zero);
}

ALWAYS_INLINE void count_loss(enum wb_loss cause)
{
    struct wb_cpu_totals *totals = totals_of_cpu();

    if (totals)
        add(&totals->lost[cause], 1);
}

ALWAYS_INLINE bool in_scope(__u32 tgid)
{
    return config.has_scope && bpf_map_lookup_elem(&scope_tasks, &tgid);
}

ALWAYS_INLINE bool after_command(void)
{
    return control.state != WB_STATE_RUNNING;
}

#endif
