/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Numbers and registers of system calls: they belong to the processor, which is
 * told by the fields that the kernel's registers have.
 */
#ifndef WBTRACE_SYSCALL_COMPAT_BPF_H
#define WBTRACE_SYSCALL_COMPAT_BPF_H

#include "lib/program.bpf.h"

#include "abi/sync_events.h"

/* A system call that is none of the sync family. */
#define WB_SYNC_NONE WB_SYNC_CALLS

#define WB_ON_X86() bpf_core_field_exists(((struct pt_regs___x86 *)0)->orig_ax)

/* arch/x86/entry/syscalls/syscall_64.tbl; include/uapi/asm-generic/unistd.h. */
ALWAYS_INLINE __u8 sync_call_of(__s64 number)
{
    if (WB_ON_X86()) {
        switch (number) {
        case 74:
            return WB_SYNC_FSYNC;
        case 75:
            return WB_SYNC_FDATASYNC;
        case 277:
            return WB_SYNC_SYNC_FILE_RANGE;
        case 306:
            return WB_SYNC_SYNCFS;
        case 26:
            return WB_SYNC_MSYNC;
        case 162:
            return WB_SYNC_SYNC;
        default:
            return WB_SYNC_NONE;
        }
    }
    switch (number) {
    case 82:
        return WB_SYNC_FSYNC;
    case 83:
        return WB_SYNC_FDATASYNC;
    case 84:
        return WB_SYNC_SYNC_FILE_RANGE;
    case 267:
        return WB_SYNC_SYNCFS;
    case 227:
        return WB_SYNC_MSYNC;
    case 81:
        return WB_SYNC_SYNC;
    default:
        return WB_SYNC_NONE;
    }
}

/* The number of the call that returns; sys_exit does not pass it. */
ALWAYS_INLINE __s64 syscall_number(void *regs)
{
    if (WB_ON_X86())
        return ((struct pt_regs___x86 *)regs)->orig_ax;
    return ((struct pt_regs___arm64 *)regs)->syscallno;
}

ALWAYS_INLINE __u64 first_argument(void *regs)
{
    if (WB_ON_X86())
        return ((struct pt_regs___x86 *)regs)->di;
    return ((struct pt_regs___arm64 *)regs)->orig_x0;
}

/* A 32-bit task has other numbers: its sethostname would pass for our fsync. */
#define WB_X86_TS_COMPAT 0x2
#define WB_ARM64_TIF_32BIT (1ul << 22)

ALWAYS_INLINE bool is_compat_task(void *task)
{
    struct task_struct___x86 *x86 = task;
    struct task_struct___arm64 *arm64 = task;

    if (WB_ON_X86())
        return BPF_CORE_READ(x86, thread_info.status) & WB_X86_TS_COMPAT;
    return BPF_CORE_READ(arm64, thread_info.flags) & WB_ARM64_TIF_32BIT;
}

#endif
