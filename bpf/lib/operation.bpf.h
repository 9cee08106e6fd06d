/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What a request does, and under whose totals it falls. */
#ifndef WBTRACE_OPERATION_BPF_H
#define WBTRACE_OPERATION_BPF_H

#include "maps.bpf.h"

#include "compat/block_compat.bpf.h"

/* Opcodes below are the same on every kernel; 32 and above are passthrough. */
ALWAYS_INLINE __u8 operation_of(__u32 cmd_flags)
{
    __u32 opcode = cmd_flags & 0xff;

    if (opcode == 1)
        return WB_OP_WRITE;
    if (opcode == 0)
        return WB_OP_READ;
    if (opcode == 2)
        return WB_OP_FLUSH;
    if (opcode == 3)
        return WB_OP_DISCARD;
    if (opcode == 9)
        return WB_OP_WRITE_ZEROES;
    if (opcode >= 32)
        return WB_OP_PASSTHROUGH;
    return is_zone_append(opcode) ? WB_OP_WRITE : WB_OP_OTHER;
}

/* In the flags of a place, beside enum wb_request_flag; user space never sees them. */
enum wb_place_flag {
    WB_PLACE_RECORDER = 1 << 12, /* pages of the recording */
    WB_PLACE_ISSUER_WANTED = 1 << 13,
    WB_PLACE_DIRTIER_WANTED = 1 << 14,
    WB_PLACE_FILE_WANTED = 1 << 15,
    WB_PLACE_OWN_FLAGS = 15 << 12,
};

/*
 * A buffered write belongs to who dirtied the inode; all else, and what was
 * dirtied before the trace, to who asked for it.
 */
ALWAYS_INLINE __u32 owner_of(__u16 flags)
{
    if (flags & WB_REQUEST_DIRTIER_KNOWN)
        return flags & WB_REQUEST_DIRTIER_IN_SCOPE ? WB_OWNER_SCOPE : WB_OWNER_OTHERS;
    return flags & WB_REQUEST_ISSUER_IN_SCOPE ? WB_OWNER_SCOPE : WB_OWNER_OTHERS;
}

/* Never NULL. */
ALWAYS_INLINE struct wb_op_totals *op_totals(struct wb_device_totals *totals, __u32 op, __u16 flags)
{
    __u32 phase = after_command() ? WB_PHASE_SETTLING : WB_PHASE_RUNNING;
    __u32 owner = flags & WB_PLACE_RECORDER ? WB_OWNER_RECORDER : owner_of(flags);

    return &totals->op[phase][owner][WB_AT_MOST(op, WB_OP_OTHER)];
}

#endif
