/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Included by types.h. */

/* x86. */
struct pt_regs___x86 {
    unsigned long di;
    unsigned long orig_ax;
};

struct thread_info___x86 {
    u32 status;
};

struct task_struct___x86 {
    struct thread_info___x86 thread_info;
};

/* arm64. */
struct pt_regs___arm64 {
    u64 orig_x0;
    s32 syscallno;
};

struct thread_info___arm64 {
    unsigned long flags;
};

struct task_struct___arm64 {
    struct thread_info___arm64 thread_info;
};
