/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Integer types of the contract between the BPF programs and user space.
 *
 * Headers in this folder compile in three settings: in a BPF program after the
 * hand-written kernel types, in C++20, and alone. They use fixed-width __u8 to
 * __u64, natural alignment, explicit `reserved` padding, and neither
 * bit-fields nor enum-typed members nor pointers.
 */
#ifndef WBTRACE_ABI_TYPES_H
#define WBTRACE_ABI_TYPES_H

#ifndef __VMLINUX_H__
#include <linux/types.h>
#endif

/* One assertion that both compilers understand: layouts cannot drift apart. */
#ifdef __cplusplus
#define WB_ASSERT_SIZE(type, bytes) static_assert(sizeof(struct type) == (bytes), #type)
#else
#define WB_ASSERT_SIZE(type, bytes) _Static_assert(sizeof(struct type) == (bytes), #type)
#endif

#define WB_COMM_LEN 16
#define WB_BDI_NAME_LEN 24

#endif
