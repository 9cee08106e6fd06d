/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Included by types.h. */

struct kernfs_node {
    u64 id;
};

struct cgroup_root {
    unsigned int subsys_mask;
    int hierarchy_id; /* 0: v2 */
};

struct cgroup_subsys_state {
    struct cgroup *cgroup;
    struct cgroup_subsys_state *parent;
};

struct cgroup {
    struct cgroup_subsys_state self;
    struct kernfs_node *kn;
    struct cgroup_root *root;
};

struct css_set {
    struct cgroup_subsys_state *subsys[12];
    struct cgroup *dfl_cgrp;
};

/* With CONFIG_BLK_CGROUP. */
enum cgroup_subsys_id { io_cgrp_id = 3 };

struct blkcg {
    struct cgroup_subsys_state css;
};

struct blkcg_gq {
    struct blkcg *blkcg;
};
