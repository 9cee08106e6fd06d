// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "capture/probe_plan.h"
#include "capture/session.h"
#include "capture/skeleton.h"

namespace wbtrace::capture {

/// A loaded object and what was decided about its programs.
struct Loaded {
    Skeleton skeleton;
    std::vector<PlannedProbe> plan;
};

/// Opens, configures and loads the object. A program that the kernel refuses is left out,
/// with the reason in the plan, and the rest is loaded without it.
Result<Loaded> load_programs(const SessionOptions& options, ProbeFacts facts);

/// Rings that the CPUs of this machine share; a power of two.
unsigned ring_count();

/// The set count of the request table for so many requests at once; a power of two.
unsigned request_sets(std::size_t request_pool);

}  // namespace wbtrace::capture
