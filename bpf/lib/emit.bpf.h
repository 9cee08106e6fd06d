/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The only way into the ring buffers. */
#ifndef WBTRACE_EMIT_BPF_H
#define WBTRACE_EMIT_BPF_H

#include "maps.bpf.h"

#include "abi/event_list.h"

/*
 * Send a record that stands complete in memory; one that finds the ring full is
 * counted in `full`. Nobody is woken: the reader looks by the clock, which
 * costs the programs nothing.
 */
ALWAYS_INLINE void emit_counted(void *record, __u32 size, __u64 *full)
{
    __u32 ring_index = ((struct wb_event_header *)record)->cpu & config.ring_mask;
    void *ring = bpf_map_lookup_elem(&rings, &ring_index);

    if (!ring || bpf_ringbuf_output(ring, record, size, BPF_RB_NO_WAKEUP))
        add(full, 1);
}

ALWAYS_INLINE void start_header(struct wb_event_header *header, __u16 kind, __u16 size)
{
    header->kind = kind;
    header->size = size;
    header->cpu = bpf_get_smp_processor_id();
    header->time_ns = bpf_ktime_get_ns();
}

ALWAYS_INLINE void emit(void *record, __u32 size)
{
    struct wb_cpu_totals *totals = totals_of_cpu();

    if (!totals)
        return;
    add(&totals->records, 1);
    emit_counted(record, size, &totals->lost[WB_LOSS_RING_FULL]);
}

#endif
