/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* First include of every probe file. */
#ifndef WBTRACE_PROGRAM_BPF_H
#define WBTRACE_PROGRAM_BPF_H

#include "types.h"

#include <bpf/bpf_helpers.h>

#include <bpf/bpf_core_read.h>

#define ALWAYS_INLINE static __attribute__((always_inline)) inline
/* A function that the verifier looks at by itself; its arguments are numbers. */
#define GLOBAL __weak __attribute__((noinline))
#define NEVER_INLINE static __attribute__((noinline, unused))

/*
 * Argument n of a tracepoint. The load is written out with a literal offset:
 * the compiler would turn a choice between two arguments into one load with a
 * variable offset, which the verifier refuses.
 */
#define WB_ARG(ctx, n)                                      \
    ({                                                      \
        __u64 value_;                                       \
        asm volatile("%0 = *(u64 *)(%1 + %2)"               \
                     : "=r"(value_)                         \
                     : "r"(ctx), "i"((n) * sizeof(__u64))); \
        value_;                                             \
    })

/*
 * Pointers in what an argument points to are best read before the paths part: each
 * time the verifier comes past such a load, it looks for the name of a type among all
 * of the kernel's (6.18), a third of a millisecond. At the end of a program that was
 * a quarter of the time that wbtrace took to start.
 */

/* Atomic: an interrupt may run a program in the middle of this one. */
ALWAYS_INLINE void add(__u64 *counter, __u64 amount)
{
    __sync_fetch_and_add(counter, amount);
}

ALWAYS_INLINE __u32 current_tgid(void)
{
    return bpf_get_current_pid_tgid() >> 32;
}

ALWAYS_INLINE void copy_comm(__u8 *to, const char *kernel_comm)
{
    bpf_probe_read_kernel(to, 16, kernel_comm);
}

#endif
