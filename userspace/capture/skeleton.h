// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// The generated skeleton and libbpf, for this room only.
#pragma once

#include <bpf/bpf.h>
#include <bpf/libbpf.h>

#include "bpf/abi/event_list.h"
#include "bpf/abi/probe_config.h"
#include "bpf/abi/totals.h"

// As in service.bpf.c; the skeleton needs its type.
struct wb_clock_reading {
    __u64 jiffies;
    __u64 time_ns;
};

#include <wbtrace.skel.h>

#include <memory>

namespace wbtrace::capture {

struct DestroySkeleton {
    void operator()(wbtrace_bpf* skeleton) const { wbtrace_bpf::destroy(skeleton); }
};
using Skeleton = std::unique_ptr<wbtrace_bpf, DestroySkeleton>;

struct DestroyLink {
    void operator()(bpf_link* link) const { bpf_link__destroy(link); }
};
using Link = std::unique_ptr<bpf_link, DestroyLink>;

}  // namespace wbtrace::capture
