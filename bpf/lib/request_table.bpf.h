/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Requests between first sight and completion, addressed by identity_of() them.
 *
 * Request structures come from fixed pools, so a pointer is seen again and
 * again: the place it gets in its set of eight stays its own for the whole run.
 * Finding it is an array access and a few compares, without a lock; only the
 * first sight of a pointer goes through a hash map, whose insert-if-absent
 * decides between CPUs. A pointer that finds its set full is kept in a hash map.
 */
#ifndef WBTRACE_REQUEST_TABLE_BPF_H
#define WBTRACE_REQUEST_TABLE_BPF_H

#include "device_table.bpf.h"
#include "place.bpf.h"

#define WB_SET_PLACES 8

/* The identities apart from the places: they hardly ever change, so all CPUs keep them. */
struct wb_request_set {
    __u64 request[WB_SET_PLACES];
    __u64 spare[8]; /* processors fetch lines in pairs */
    struct wb_place place[WB_SET_PLACES];
};

struct {
    __uint(type, BPF_MAP_TYPE_ARRAY);
    __uint(max_entries, 2048); /* user space: config.request_set_mask + 1 */
    __uint(map_flags, 1024);   /* BPF_F_MMAPABLE: begins at a page, so lines stay whole */
    __type(key, __u32);
    __type(value, struct wb_request_set);
} request_sets __weak SEC(".maps");

struct {
    __uint(type, BPF_MAP_TYPE_HASH);
    __uint(max_entries, 2048 * WB_SET_PLACES); /* user space */
    __uint(map_flags, 1);                      /* BPF_F_NO_PREALLOC */
    __type(key, __u32);
    __type(value, __u64);
} place_claims __weak SEC(".maps");

/* Requests that found their set full; bios of bio-based devices. */
struct {
    __uint(type, BPF_MAP_TYPE_HASH);
    __uint(max_entries, 16384);
    __type(key, __u64);
    __type(value, struct wb_place);
} overflow_places __weak SEC(".maps");

/* How many are in there: nearly always none, then nobody looks. */
__u64 overflow_count __weak = 0;
static const struct wb_place empty_place = {};

ALWAYS_INLINE struct wb_place *add_overflow_place(__u64 request)
{
    if (bpf_map_update_elem(&overflow_places, &request, &empty_place, BPF_ANY)) {
        count_loss(WB_LOSS_MAP_FULL);
        return 0;
    }
    add(&overflow_count, 1);
    return bpf_map_lookup_elem(&overflow_places, &request);
}

ALWAYS_INLINE void drop_overflow_place(__u64 request)
{
    if (overflow_count && bpf_map_delete_elem(&overflow_places, &request) == 0)
        add(&overflow_count, -1);
}

ALWAYS_INLINE __u32 set_of(__u64 request)
{
    return (request * 0x9e3779b97f4a7c15ull >> 40) & config.request_set_mask;
}

ALWAYS_INLINE struct wb_place *place_of(struct wb_request_set *set, __u32 number)
{
    struct wb_place *place = &set->place[unknown(number) & (WB_SET_PLACES - 1)];

    take_over(place);
    return place;
}

ALWAYS_INLINE struct wb_place *find_place(__u64 request)
{
    __u32 index = set_of(request);
    struct wb_request_set *set = bpf_map_lookup_elem(&request_sets, &index);

    if (!set)
        return 0;
#pragma unroll
    for (int i = 0; i < WB_SET_PLACES; i++)
        if (set->request[i] == request)
            return place_of(set, i);
    return overflow_count ? bpf_map_lookup_elem(&overflow_places, &request) : 0;
}

NEVER_INLINE struct wb_place *claim_place(__u64 request)
{
    __u32 index = set_of(request);
    struct wb_request_set *set = bpf_map_lookup_elem(&request_sets, &index);
    struct wb_cpu_totals *totals = totals_of_cpu();

    if (!set || !totals)
        return 0;
#pragma unroll
    for (__u32 i = 0; i < WB_SET_PLACES; i++) {
        __u32 place = index * WB_SET_PLACES + i;

        if (set->request[i])
            continue;
        if (bpf_map_update_elem(&place_claims, &place, &request, BPF_NOEXIST) == 0) {
            set->request[i] = request;
            return place_of(set, i);
        }
    }
    add(&totals->overflow_used, 1);
    return add_overflow_place(request);
}

#endif
