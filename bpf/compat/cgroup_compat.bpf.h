/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Cgroups: of the v1 hierarchy of the I/O controller where that is in use
 * (config.cgroup_v1), else of v2. Kernels without CONFIG_BLK_CGROUP have no
 * io_cgrp_id and only v2.
 */
#ifndef WBTRACE_CGROUP_COMPAT_BPF_H
#define WBTRACE_CGROUP_COMPAT_BPF_H

#include "lib/maps.bpf.h"

ALWAYS_INLINE bool has_io_hierarchy(void)
{
    return config.cgroup_v1 && bpf_core_enum_value_exists(enum cgroup_subsys_id, io_cgrp_id);
}

/* Where a css_set keeps its cgroup of the I/O controller. */
ALWAYS_INLINE struct cgroup_subsys_state **io_css_of(struct css_set *set)
{
    return (void *)set + bpf_core_field_offset(struct css_set, subsys) +
           bpf_core_enum_value(enum cgroup_subsys_id, io_cgrp_id) * sizeof(void *);
}

ALWAYS_INLINE __u64 task_cgroup_id(struct task_struct *task)
{
    struct css_set *set = task->cgroups;

    return has_io_hierarchy() ? (*io_css_of(set))->cgroup->kn->id : set->dfl_cgrp->kn->id;
}

/* The same by probing: for tasks whose address is only a number to the verifier. */
ALWAYS_INLINE __u64 probed_cgroup_id(struct task_struct *task)
{
    struct css_set *set = BPF_CORE_READ(task, cgroups);
    struct cgroup_subsys_state *css = 0;

    if (!has_io_hierarchy())
        return BPF_CORE_READ(set, dfl_cgrp, kn, id);
    bpf_probe_read_kernel(&css, sizeof(css), io_css_of(set));
    return BPF_CORE_READ(css, cgroup, kn, id);
}

/* Is the cgroup in the hierarchy that is watched? See task_cgroup_id(). */
ALWAYS_INLINE bool watched(struct cgroup *cgroup)
{
    struct cgroup_root *root = cgroup->root;

    if (!has_io_hierarchy())
        return root->hierarchy_id == 0;
    return root->subsys_mask >> bpf_core_enum_value(enum cgroup_subsys_id, io_cgrp_id) & 1;
}

#endif
