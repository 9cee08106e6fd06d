// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "bpf/abi/probe_config.h"
#include "capture/probe_catalog.h"

namespace wbtrace::host {
class KernelBtf;
}

namespace wbtrace::capture {

/// What was decided about one row of the catalogue before loading.
struct PlannedProbe {
    const ProbeRow* row = nullptr;
    bool use = false;
    bool asked = true;    ///< false: its option was not given
    std::string why_not;  ///< when it is not used
};

/// What is known before: facts only.
struct ProbeFacts {
    std::map<std::string, unsigned> args;        ///< tracepoint -> arguments; absent: not there
    std::map<std::string, std::string> refused;  ///< program -> why the kernel did not take it
    std::set<std::string> pretend_missing;       ///< tracepoints a test wants masked
    /// Given ones that bring in probes ("--plug-time"); none: every probe is wanted.
    std::optional<std::set<std::string>> options;
    /// The scheduler counts how long threads wait for a CPU, and what it has counted when they
    /// leave one is soon enough.
    bool run_delay = false;
};

/// Arguments of every tracepoint of the catalogue that the kernel has.
std::map<std::string, unsigned> read_tracepoint_args(const host::KernelBtf& btf);

/// Which programs to load. A row whose event goes by its newer name here stays silent:
/// it is left out of the plan. Pure.
std::vector<PlannedProbe> plan_probes(const ProbeFacts& facts);

/// The argument counts as the programs want them. Pure.
wb_tracepoint_args program_args(const std::map<std::string, unsigned>& args);

}  // namespace wbtrace::capture
