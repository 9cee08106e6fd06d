/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Who handed a request in, with which stack: kept until it ends. */
#ifndef WBTRACE_IO_STACKS_BPF_H
#define WBTRACE_IO_STACKS_BPF_H

#include "stacks.bpf.h"

#include "abi/block_events.h"

/* By identity_of() the request. */
struct {
    __uint(type, BPF_MAP_TYPE_HASH);
    __uint(max_entries, 1); /* user space */
    __type(key, __u64);
    __type(value, struct wb_stack_key);
} io_stacks __weak SEC(".maps");

#define WB_SCOPE_FLAGS (WB_REQUEST_ISSUER_IN_SCOPE | WB_REQUEST_DIRTIER_IN_SCOPE)

/* At first sight of a request, by the task that runs. */
ALWAYS_INLINE void note_submitter(void *ctx, __u64 request)
{
    struct wb_stack_key key = {};

    if (!wants_stacks(WB_STACK_IO))
        return;
    key_of_current(&key, WB_STACK_IO);
    keep_stacks(ctx, WB_STACK_IO, &key.kernel, &key.user);
    row_of(&key); /* now it is known whose name it has */
    if (bpf_map_update_elem(&io_stacks, &request, &key, BPF_ANY))
        count_loss(WB_LOSS_STACK_NOT_KEPT);
    key.kind = WB_STACK_IO_TIME;
    if (wants_stacks(WB_STACK_IO_TIME))
        row_of(&key);
}

ALWAYS_INLINE void count_io(__u64 request, const struct wb_request_done *record)
{
    struct wb_stack_key key = {};
    struct wb_stack_key *noted;

    if (!wants_stacks(WB_STACK_IO))
        return;
    noted = bpf_map_lookup_elem(&io_stacks, &request);
    if (!noted)
        return;
    key = *noted;
    bpf_map_delete_elem(&io_stacks, &request);
    if (!stacks_of(record->flags & WB_SCOPE_FLAGS))
        return;
    add_to_row(&key, 1, record->done_bytes, 0);
    key.kind = WB_STACK_IO_TIME;
    if (wants_stacks(WB_STACK_IO_TIME))
        add_to_row(&key, 1, record->header.time_ns - record->issued_ns, 0);
}

#endif
