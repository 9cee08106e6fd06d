// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// interval_fields.h for the time budget.
#pragma once

#include "analysis/interval_vocabulary.h"

namespace wbtrace::analysis {

inline std::uint64_t weight(const model::BudgetRow& row) { return row.wall_ns; }
inline std::uint64_t weight(const model::UnknownWait& row) { return row.ns; }
inline std::uint64_t weight(const model::HelperTime& row) { return row.cpu_ns; }

template <Either<model::TimeParts> T>
auto fields(T& parts) {
    auto& [ns] = parts;
    return listed(ns);
}

/// The longest one is of the whole trace so far.
template <Either<model::HeldBack> T>
auto fields(T& held) {
    auto& [waits, ns, max_ns] = held;
    return listed(waits, ns, latest(max_ns));
}

template <Either<model::BudgetRow> T>
auto fields(T& row) {
    auto& [tgid, thread, birth, comm, threads, wall_ns, parts, held] = row;
    return listed(key(tgid), key(thread), key(birth), latest(comm), latest(threads), wall_ns, parts,
                  held);
}

/// Those of the longest so far that waited in the interval.
template <Either<model::UnknownWait> T>
auto fields(T& unknown) {
    auto& [frames, waits, ns] = unknown;
    return listed(key(frames), waits, ns);
}

template <Either<model::HelperTime> T>
auto fields(T& helper) {
    auto& [comm, turns, cpu_ns] = helper;
    return listed(key(comm), turns, cpu_ns);
}

template <Either<model::Amplification> T>
auto fields(T& bytes) {
    auto& [syscall_bytes, dirtied_bytes, top_bytes, leaf_bytes, journal_bytes, metadata_bytes] =
        bytes;
    return listed(syscall_bytes, dirtied_bytes, top_bytes, leaf_bytes, journal_bytes,
                  metadata_bytes);
}

template <Either<model::TimeBudget> T>
auto fields(T& budget) {
    auto& [wall_ns, threads, parts, held, rows, unknown, helpers, amplification] = budget;
    return listed(wall_ns, latest(threads), parts, held, rows, unknown, helpers, amplification);
}

}  // namespace wbtrace::analysis
