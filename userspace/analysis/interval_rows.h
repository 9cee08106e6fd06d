// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// interval_fields.h for who and what: kinds, files, processes, cgroups and sync calls.
#pragma once

#include "analysis/interval_vocabulary.h"

namespace wbtrace::analysis {

template <Either<model::IoCount> T>
auto fields(T& count) {
    auto& [requests, bytes] = count;
    return listed(requests, bytes);
}

template <Either<model::ChargedIo> T>
auto fields(T& charged) {
    auto& [requests, bytes, direct_bytes, written_back_bytes, fetched_bytes] = charged;
    return listed(requests, bytes, direct_bytes, written_back_bytes, fetched_bytes);
}

/// Rows that are folded between two snapshots move into the row "other", see interval.cpp.
template <Either<model::AttributionRow> T>
auto fields(T& row) {
    auto& [role, kind, filesystem, folded, charged, dirtied_bytes] = row;
    return listed(key(role), key(kind), key(filesystem), latest(folded), charged, dirtied_bytes);
}

/// The own members of a struct behind those of its base, which cannot be taken apart
/// together: the sizes, with the padding between the members, say that none is left out.
template <typename Base, std::size_t padding, typename Struct, typename Own>
auto behind_base(Struct& one, Own own) {
    using AsBase = std::conditional_t<std::is_const_v<Struct>, const Base, Base>;
    static_assert(sizeof(Base) + bytes_of<Own>() + padding == sizeof(Struct),
                  "a new member is not in its list");
    return std::tuple_cat(fields(static_cast<AsBase&>(one)), own);
}

template <Either<model::KindFigures> T>
auto fields(T& row) {
    return behind_base<model::IoCount, 4>(
        row, listed(key(row.kind), key(row.filesystem), row.written_bytes));
}

template <Either<model::FileFigures> T>
auto fields(T& file) {
    return behind_base<model::AttributionRow, 12>(
        file, listed(key(file.s_dev), latest(file.dev), key(file.inode), key(file.generation),
                     latest(file.path), latest(file.state), latest(file.renamed_to), file.bios,
                     file.bios_requests, file.dirtied_pages, file.added_pages, file.evicted_pages,
                     file.dirtied_folios, latest(file.first_dirtied_ns),
                     latest(file.last_written_ns), file.syncs));
}

template <Either<model::ProcessFigures> T>
auto fields(T& process) {
    return behind_base<model::AttributionRow, 7>(
        process, listed(key(process.tgid), key(process.thread), key(process.generation),
                        latest(process.comm), latest(process.in_scope), latest(process.threads),
                        process.read_bytes, process.written_bytes, process.issued,
                        process.throttle_ns, process.q2c_ns, process.syncs));
}

template <Either<model::CgroupFigures> T>
auto fields(T& cgroup) {
    return behind_base<model::AttributionRow, 0>(
        cgroup, listed(key(cgroup.id), latest(cgroup.path), cgroup.block_charged_bytes,
                       cgroup.throttle_ns));
}

template <Either<model::SyncRequests> T>
auto fields(T& requests) {
    auto& [count, bytes] = requests;
    return listed(count, bytes);
}

template <Either<model::SyncWait> T>
auto fields(T& wait) {
    auto& [data_ns, flush_ns, journal_ns, rest_ns, data, flush, journal] = wait;
    return listed(data_ns, flush_ns, journal_ns, rest_ns, data, flush, journal);
}

template <Either<model::SyncCallFigures> T>
auto fields(T& call) {
    auto& [duration_ns, failed, followed, wait] = call;
    return listed(duration_ns, failed, followed, wait);
}

/// Those of the slowest so far that ended in the interval.
template <Either<model::SlowSync> T>
auto fields(T& slow) {
    auto& [call, tgid, pid, comm, file, path, started_ns, duration_ns, error, after_command, wait] =
        slow;
    return listed(latest(call), key(tgid), key(pid), latest(comm), latest(file), latest(path),
                  key(started_ns), key(duration_ns), latest(error), latest(after_command),
                  latest(wait));
}

template <Either<model::SyncTime> T>
auto fields(T& time) {
    auto& [duration_ns] = time;
    return listed(duration_ns);
}

template <Either<model::SyncingProcess> T>
auto fields(T& process) {
    auto& [tgid, time] = process;
    return listed(key(tgid), time);
}

template <Either<model::SyncedFile> T>
auto fields(T& synced) {
    auto& [file, time] = synced;
    return listed(key(file), time);
}

template <Either<model::SyncFigures> T>
auto fields(T& sync) {
    auto& [by_call, slowest, by_process, by_file, all_processes, all_files, unfinished] = sync;
    return listed(by_call, slowest, by_process, by_file, latest(all_processes), latest(all_files),
                  latest(unfinished));
}

}  // namespace wbtrace::analysis
