// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// What this machine offers to wbtrace, as plain values: host and capture fill it,
// views show it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/snapshot.h"

namespace wbtrace::model {

enum class FactLevel {
    ok,
    note,  ///< something is lost or not known, run mode works
    bad,   ///< run mode does not work
};

enum class FactGroup { kernel, privileges };

/// One thing that was looked at.
struct Fact {
    FactGroup group = FactGroup::kernel;
    std::string name;  ///< "lockdown"
    FactLevel level = FactLevel::ok;
    std::string value;   ///< what was found: "none"
    std::string remedy;  ///< what to do about it, or empty
};

struct ProbeFact {
    std::string tracepoint;
    bool available = false;
    std::string why_not;  ///< only when not available
    std::string costs;    ///< the figures that are lost without it
};

struct DoctorReport {
    HostFigures host;
    std::vector<Fact> facts;
    std::vector<ProbeFact> probes;        ///< empty: they were not tried
    std::vector<DeviceIdentity> devices;  ///< whole disks with a medium
    std::size_t empty_devices = 0;        ///< those without, which are not listed
    bool run_mode_works = false;
};

}  // namespace wbtrace::model
