/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Included by types.h. */

struct signal_struct {
    atomic_t live;
};

struct css_set {
    struct cgroup *dfl_cgrp;
};

struct idr {
    struct xarray idr_rt;
};

struct pid_namespace {
    struct idr idr;
};

struct nsproxy {
    struct pid_namespace *pid_ns_for_children;
};

struct task_struct {
    int pid;
    int tgid;
    char comm[16];
    struct signal_struct *signal;
    struct css_set *cgroups;
    struct nsproxy *nsproxy;
};

/* Asked for by name only: is the helper there? */
enum bpf_func_id___since_511 { BPF_FUNC_get_current_task_btf = 158 };
