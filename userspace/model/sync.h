// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Calls of the fsync family, and what they waited for. Made from records.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/histogram.h"

namespace wbtrace::model {

enum class SyncCall { fsync, fdatasync, sync_file_range, syncfs, msync, sync };
inline constexpr std::size_t sync_call_count = 6;
inline constexpr std::array<const char*, sync_call_count> sync_call_names = {
    "fsync", "fdatasync", "sync_file_range", "syncfs", "msync", "sync"};

/// Requests that ended while the call waited.
struct SyncRequests {
    std::uint64_t requests = 0;
    std::uint64_t bytes = 0;  ///< completed

    SyncRequests& operator+=(const SyncRequests& other);
};

/// The duration of a call, in parts that add up to it. A request in flight for several
/// calls at once is in each of them.
struct SyncWait {
    std::uint64_t data_ns = 0;     ///< begin -> end of the last request with its own data
    std::uint64_t flush_ns = 0;    ///< after that: a flush or a write with FUA was in flight
    std::uint64_t journal_ns = 0;  ///< after that, without a flush: a request of the journal was
    std::uint64_t rest_ns = 0;     ///< after that: nothing of these was
    SyncRequests data, flush, journal;

    SyncWait& operator+=(const SyncWait& other);
};

struct SyncCallFigures {
    Histogram duration_ns;  ///< of every call that returned
    std::uint64_t failed = 0;
    std::uint64_t followed = 0;  ///< those whose requests could be told; the rest is not in `wait`
    SyncWait wait;               ///< sums
};

/// As requests carry it, so that both can be joined.
struct SyncFile {
    std::uint32_t dev = 0;  ///< s_dev, major << 20 | minor
    std::uint64_t inode = 0;
    std::uint32_t generation = 0;

    auto operator<=>(const SyncFile&) const = default;
};

struct SlowSync {
    SyncCall call = SyncCall::fsync;
    std::uint32_t tgid = 0, pid = 0;
    std::string comm;
    std::optional<SyncFile> file;     ///< empty: the call names none (sync, msync)
    std::optional<std::string> path;  ///< empty: not known
    std::uint64_t started_ns = 0;     ///< since the start of the trace
    std::uint64_t duration_ns = 0;
    int error = 0;  ///< errno, 0: none
    bool after_command = false;
    std::optional<SyncWait> wait;  ///< empty: could not be followed
};

/// Calls of one process, or on one file.
struct SyncTime {
    Histogram duration_ns;

    [[nodiscard]] std::uint64_t calls() const { return duration_ns.count(); }
    [[nodiscard]] std::uint64_t weight() const { return calls(); }
    SyncTime& operator+=(const SyncTime& other) {
        duration_ns.merge(other.duration_ns);
        return *this;
    }
};

struct SyncingProcess {
    std::uint32_t tgid = 0;
    SyncTime time;
};

struct SyncedFile {
    SyncFile file;
    SyncTime time;
};

/// Of the command, or of everybody without one.
struct SyncFigures {
    std::array<SyncCallFigures, sync_call_count> by_call;
    std::vector<SlowSync> slowest;  ///< at most ten, longest first
    // Until they are given to the rows of processes and files, in no order.
    std::vector<SyncingProcess> by_process;
    std::vector<SyncedFile> by_file;
    bool all_processes = true;     ///< by_process has everyone that made calls
    bool all_files = true;         ///< the same of by_file
    std::uint64_t unfinished = 0;  ///< calls that had not returned at the end
};

}  // namespace wbtrace::model
