/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The kernel types that the programs touch, and only those: written by hand as
 * CO-RE declarations, so that the build needs no BTF of the build machine.
 * Order and offsets mean nothing here; libbpf finds each field in the running
 * kernel by its name. A field stands in the plain struct when every kernel from
 * 5.10 on has it; what some lack stands in a ___flavour, read in bpf/compat
 * only. The test abi_kernel_types checks every field against the kernels at
 * hand.
 */
#ifndef __VMLINUX_H__
#define __VMLINUX_H__

typedef signed char __s8;
typedef unsigned char __u8;
typedef short int __s16;
typedef short unsigned int __u16;
typedef int __s32;
typedef unsigned int __u32;
typedef long long int __s64;
typedef long long unsigned int __u64;
typedef __s32 s32;
typedef __s64 s64;
typedef __u8 u8;
typedef __u16 u16;
typedef __u32 u32;
typedef __u64 u64;
/* Named by the helper declarations of libbpf. */
typedef __u16 __be16;
typedef __u32 __be32;
typedef __u32 __wsum;
typedef _Bool bool;
#define true 1
#define false 0

enum bpf_map_type {
    BPF_MAP_TYPE_HASH = 1,
    BPF_MAP_TYPE_ARRAY = 2,
    BPF_MAP_TYPE_PERCPU_ARRAY = 6,
    BPF_MAP_TYPE_LRU_HASH = 9,
    BPF_MAP_TYPE_ARRAY_OF_MAPS = 12,
    BPF_MAP_TYPE_RINGBUF = 27,
};

enum { BPF_ANY = 0, BPF_NOEXIST = 1, BPF_EXIST = 2 };
enum { BPF_RB_NO_WAKEUP = 1 };

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)

struct list_head {
    struct list_head *next;
};

typedef struct {
    int counter;
} atomic_t;

struct device {
    u32 devt;
};

#include "block.h"
#include "cgroup.h"
#include "file.h"
#include "page_cache.h"
#include "syscall.h"
#include "task.h"
#include "writeback.h"

#pragma clang attribute pop

#endif
