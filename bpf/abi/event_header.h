/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#ifndef WBTRACE_ABI_EVENT_HEADER_H
#define WBTRACE_ABI_EVENT_HEADER_H

#include "types.h"

/* First member of every record. */
struct wb_event_header {
    __u16 kind;    /* enum wb_event_kind */
    __u16 size;    /* of the whole record: an older reader skips what it does not know */
    __u32 cpu;     /* that emitted the record */
    __u64 time_ns; /* CLOCK_MONOTONIC, when the fact was complete; the order key */
};
WB_ASSERT_SIZE(wb_event_header, 16);

#endif
