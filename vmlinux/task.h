/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Included by types.h. */

struct task_io_accounting {
    u64 rchar;
    u64 wchar;
    u64 syscr;
    u64 syscw;
};

/* Of each task, where the kernel was built with CONFIG_SCHED_INFO. */
struct sched_info {
    unsigned long long run_delay; /* ns that it was ready to run and had no CPU */
};

struct signal_struct {
    atomic_t live;
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

struct sched_entity {
    u64 sum_exec_runtime; /* ns that it was on a CPU, up to when it left the last time, or later */
};

struct task_struct {
    int pid;
    int tgid;
    unsigned int flags;
    char comm[16];
    u64 start_boottime;
    struct task_struct *group_leader;
    struct signal_struct *signal;
    struct css_set *cgroups;
    struct task_io_accounting ioac;
    struct nsproxy *nsproxy;
    struct files_struct *files;
    u64 utime;
    u64 stime;
    struct sched_info sched_info;
    struct sched_entity se;
};

/* In 5.10. */
struct task_struct___with_state {
    long state;
};

/* From 5.15 on. */
struct task_struct___renamed_state {
    unsigned int __state;
};

/* Asked for by name only: is the helper there? */
enum bpf_func_id___since_511 { BPF_FUNC_get_current_task_btf = 158 };
