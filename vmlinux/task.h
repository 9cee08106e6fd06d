/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Included by types.h. */

struct signal_struct {
    atomic_t live;
};

struct css_set {
    struct cgroup *dfl_cgrp;
};

struct task_struct {
    int pid;
    int tgid;
    char comm[16];
    struct signal_struct *signal;
    struct css_set *cgroups;
};

/* Asked for by name only: is the helper there? */
enum bpf_func_id___since_511 { BPF_FUNC_get_current_task_btf = 158 };
