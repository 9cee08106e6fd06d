// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <algorithm>
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
    task_time,       ///< leaving the CPU and being woken: one without the other says nothing
    locks,           ///< likewise
    sync_functions,  ///< begin and end: one without the other says nothing
    sync_calls,      ///< the same by way of every system call
};

/// Whether an event that met the same program busy on its CPU falsifies a total. What
/// requests miss shows in their pairing, so it is counted there and not twice.
enum class WhenMissed { shows_in_pairing, falsifies_a_total };

/// One program of the BPF object. Its function is called on_<tracepoint>, a slash as an underscore.
struct ProbeRow {
    const char* tracepoint;  ///< or "fentry/CALL", "fexit/CALL": the function of a system call
    Family family;
    bool needed;  ///< its family is of no use without it
    WhenMissed missed;
    /// JSON paths of what is lost without it, separated by blanks; "": nothing is lost whole.
    const char* figures;
    const char* costs;                 ///< the same for people
    const char* instead_of = nullptr;  ///< name of the same event on newer kernels
    const char* option = nullptr;      ///< only with this option: it costs more than it tells most
    const char* unless = nullptr;      ///< not with this option, which takes another way
    const char* otherwise = "";        ///< how else its figures can be had when it fails
    /// Not needed where the scheduler counts what threads wait for CPUs; see ProbeFacts.
    bool unless_run_delay = false;

    [[nodiscard]] std::string program() const {
        std::string name = std::string("on_") + tracepoint;
        std::replace(name.begin(), name.end(), '/', '_');
        return name;
    }
    /// "fsync" of "fentry/fsync"; empty when it is a tracepoint.
    [[nodiscard]] std::string_view call() const {
        const std::string_view name(tracepoint);
        const auto slash = name.find('/');
        return slash == std::string_view::npos ? std::string_view() : name.substr(slash + 1);
    }
    /// It tells who dirties: joins buffered requests to tasks, and shows when they settle.
    [[nodiscard]] bool dirtying() const {
        return std::string_view(tracepoint).starts_with("writeback_dirty_");
    }
};

/// THE table of probes: a new one is a program and a row.
std::span<const ProbeRow> probe_catalog();

}  // namespace wbtrace::capture
