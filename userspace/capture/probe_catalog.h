// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <span>

namespace wbtrace::capture {

/// Which probes make sense only together.
enum class Family {
    requests,    ///< issue and completion: one without the other says nothing
    bios,
    plugging,
    works,
    throttling,
    page_cache,
    processes,
};

/// Whether an event that met the same program busy on its CPU falsifies a total. What
/// requests miss shows in their pairing, so it is counted there and not twice.
enum class WhenMissed { shows_in_pairing, falsifies_a_total };

/// One program of the BPF object.
struct ProbeRow {
    const char* program;     ///< its function
    const char* tracepoint;  ///< it hangs on; the same event under another name: `instead_of`
    const char* instead_of;  ///< the name newer kernels use, or nullptr
    Family family;
    bool needed;  ///< its family is of no use without it
    WhenMissed missed;
    const char* costs;  ///< what cannot be told without it
};

/// THE table of probes: a new one is a program and a row.
std::span<const ProbeRow> probe_catalog();

}  // namespace wbtrace::capture
