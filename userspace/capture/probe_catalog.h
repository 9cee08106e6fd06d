// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace wbtrace::capture {

/// Which probes make sense only together.
enum class Family {
    requests,  ///< issue and completion: one without the other says nothing
    bios,
    plugging,
    works,
    throttling,
    page_cache,
    processes,
    task_time,   ///< leaving the CPU and being woken: one without the other says nothing
    locks,       ///< likewise
    sync_calls,  ///< begin and end: one without the other says nothing
};

/// Whether an event that met the same program busy on its CPU falsifies a total. What
/// requests miss shows in their pairing, so it is counted there and not twice.
enum class WhenMissed { shows_in_pairing, falsifies_a_total };

/// One program of the BPF object. Its function is called on_<tracepoint>.
struct ProbeRow {
    const char* tracepoint;
    Family family;
    bool needed;  ///< its family is of no use without it
    WhenMissed missed;
    /// JSON paths of what is lost without it, separated by blanks; "": nothing is lost whole.
    const char* figures;
    const char* costs;                 ///< the same for people
    const char* instead_of = nullptr;  ///< name of the same event on newer kernels
    const char* option = nullptr;      ///< only with this option: it costs more than it tells most

    [[nodiscard]] std::string program() const { return std::string("on_") + tracepoint; }
    /// It tells who dirties: joins buffered requests to tasks, and shows when they settle.
    [[nodiscard]] bool dirtying() const {
        return std::string_view(tracepoint).starts_with("writeback_dirty_");
    }
};

/// THE table of probes: a new one is a program and a row.
std::span<const ProbeRow> probe_catalog();

}  // namespace wbtrace::capture
