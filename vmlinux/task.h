/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Included by types.h. */

struct signal_struct {
    atomic_t live;
};

struct task_struct {
    int pid;
    int tgid;
    char comm[16];
    struct signal_struct *signal;
};
