// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// The one place that says for each figure what becomes of it in an interval. fields() names
// every member of a struct, in order; one that is left out does not compile.
//
//   as it stands   counts what happened, and only grows: the difference is the interval's
//   latest(x)      a state, a setting, a name: as the newer snapshot has it
//   key(x)         tells the rows of a list apart
#pragma once

#include <tuple>
#include <type_traits>

#include "analysis/interval_budget.h"
#include "analysis/interval_rows.h"
#include "analysis/interval_vocabulary.h"

namespace wbtrace::analysis {

template <Either<model::IoTotals> T>
auto fields(T& totals) {
    auto& [requests, bytes, requeued, errors] = totals;
    return listed(requests, bytes, requeued, errors);
}

template <Either<model::OpFigures> T>
auto fields(T& op) {
    auto& [totals, request_size_bytes, q2d_ns, d2c_ns, q2c_ns] = op;
    return listed(totals, request_size_bytes, q2d_ns, d2c_ns, q2c_ns);
}

template <Either<model::OwnerTotals> T>
auto fields(T& owner) {
    auto& [while_running, after_end] = owner;
    return listed(while_running, after_end);
}

template <Either<model::BioFigures> T>
auto fields(T& bios) {
    auto& [queued, queued_bytes, back_merged, front_merged, split, empty_flushes] = bios;
    return listed(queued, queued_bytes, back_merged, front_merged, split, empty_flushes);
}

template <Either<model::PlugFigures> T>
auto fields(T& plug) {
    auto& [plugs, unplugs, explicit_unplugs, depth_requests] = plug;
    return listed(plugs, unplugs, explicit_unplugs, depth_requests);
}

template <Either<model::DeviceIdentity> T>
auto fields(T& device) {
    auto& [slot, name, dev, parents, diskseq, bio_based, leaf, layer, partition, queue] = device;
    return listed(key(slot), latest(name), latest(dev), latest(parents), latest(diskseq),
                  latest(bio_based), latest(leaf), latest(layer), latest(partition), latest(queue));
}

template <Either<model::LayerShare> T>
auto fields(T& share) {
    auto& [slot, device, ns] = share;
    return listed(key(slot), latest(device), ns);
}

template <Either<model::LayerTime> T>
auto fields(T& time) {
    auto& [own_ns, beneath, undivided, undivided_ns] = time;
    return listed(own_ns, beneath, undivided, undivided_ns);
}

/// A struct with a base cannot be taken apart: its size says that nothing is left out.
template <Either<model::DeviceFigures> T>
auto fields(T& device) {
    using Identity =
        std::conditional_t<std::is_const_v<T>, const model::DeviceIdentity, model::DeviceIdentity>;
    auto own =
        listed(device.by_op, device.scope, device.others, device.bios, device.request_merges,
               device.logged_errors, device.plug, device.queue_depth_requests, device.by_kind,
               device.unattributed, device.scope_comes_again, device.queue_depth_overtaken,
               device.busy_ns, device.recorder, device.layer_time);
    static_assert(
        sizeof(model::DeviceIdentity) + bytes_of<decltype(own)>() == sizeof(model::DeviceFigures),
        "a new member of DeviceFigures is not in this list");
    return std::tuple_cat(fields(static_cast<Identity&>(device)), own);
}

template <Either<model::ThrottledProcess> T>
auto fields(T& process) {
    auto& [tgid, comm, in_scope, pause_ns] = process;
    return listed(key(tgid), latest(comm), latest(in_scope), pause_ns);
}

template <Either<model::ThrottledDevice> T>
auto fields(T& device) {
    auto& [name, pause_ns, limit_global, limit_device, limit_memcg, bdi, dirty_pages,
           thresh_pages] = device;
    return listed(latest(name), pause_ns, limit_global, limit_device, limit_memcg, key(bdi),
                  latest(dirty_pages), latest(thresh_pages));
}

template <Either<model::Ratelimit> T>
auto fields(T& limit) {
    auto& [name, updates, write_bandwidth, avg_write_bandwidth, dirty_ratelimit, task_ratelimit,
           bdi] = limit;
    return listed(latest(name), updates, latest(write_bandwidth), latest(avg_write_bandwidth),
                  latest(dirty_ratelimit), latest(task_ratelimit), key(bdi));
}

template <Either<model::ThrottleFigures> T>
auto fields(T& throttle) {
    auto& [calls, scope_waits, scope_pause_ns, scope_pause_after_end_ns, other_waits,
           other_pause_ns, scope_pause_hist_ns, pause_hist_ns, by_process, by_device, limit_global,
           limit_device, limit_memcg, last, throttled_now, global_state, ratelimits, wall_share] =
        throttle;
    return listed(calls, scope_waits, scope_pause_ns, scope_pause_after_end_ns, other_waits,
                  other_pause_ns, scope_pause_hist_ns, pause_hist_ns, by_process, by_device,
                  limit_global, limit_device, limit_memcg, latest(last), latest(throttled_now),
                  latest(global_state), ratelimits, latest(wall_share));
}

/// Those of the largest so far that ended in the interval.
template <Either<model::WritebackWork> T>
auto fields(T& work) {
    auto& [reason, device, requester_comm, requester_tgid, queued_ns, started_ns, finished_ns,
           pages, turns] = work;
    return listed(key(reason), latest(device), key(requester_comm), key(requester_tgid),
                  key(queued_ns), key(started_ns), key(finished_ns), key(pages), key(turns));
}

template <Either<model::WritebackReason> T>
auto fields(T& row) {
    auto& [reason, device, works, pages, queued_to_started_ns, started_to_finished_ns, bdi] = row;
    return listed(key(reason), latest(device), works, pages, queued_to_started_ns,
                  started_to_finished_ns, key(bdi));
}

template <Either<model::WritebackFigures> T>
auto fields(T& writeback) {
    auto& [by_reason, largest, works, pages, pages_written, running] = writeback;
    return listed(by_reason, largest, works, pages, pages_written, latest(running));
}

template <Either<model::PageCounts> T>
auto fields(T& counts) {
    auto& [pages, folios, by_order] = counts;
    return listed(pages, folios, by_order);
}

template <Either<model::PageCacheFigures> T>
auto fields(T& cache) {
    auto& [dirtied, added, evicted, scope_dirtied, scope_added, scope_evicted] = cache;
    return listed(dirtied, added, evicted, scope_dirtied, scope_added, scope_evicted);
}

template <Either<model::ProbeFigures> T>
auto fields(T& probe) {
    auto& [name, attached, asked, why_not, runs, run_ns, missed] = probe;
    return listed(key(name), latest(attached), latest(asked), latest(why_not), runs, run_ns,
                  missed);
}

template <Either<model::Loss> T>
auto fields(T& loss) {
    auto& [cause, what, count] = loss;
    return listed(key(cause), latest(what), count);
}

template <Either<model::CaptureFigures> T>
auto fields(T& capture) {
    auto& [probes, events, lost, late, clock_anomalies, in_flight_at_start, dirtiers_evicted,
           own_cpu_ns, bpf_run_ns, duration_ns, buffer_bytes, filters, unavailable, part] = capture;
    return listed(probes, events, lost, late, clock_anomalies, in_flight_at_start, dirtiers_evicted,
                  own_cpu_ns, bpf_run_ns, duration_ns, latest(buffer_bytes), latest(filters),
                  latest(unavailable), latest(part));
}

template <Either<model::Snapshot> T>
auto fields(T& snapshot) {
    auto& [tool_version, host, taken_at, interval, run, capture, devices, throttle, writeback,
           page_cache, processes, files, cgroups, sync_calls, time_budget] = snapshot;
    return listed(latest(tool_version), latest(host), latest(taken_at), latest(interval),
                  latest(run), capture, devices, throttle, writeback, page_cache, processes, files,
                  cgroups, sync_calls, time_budget);
}

/// Of rows that a bounded table folds: the row that holds those.
inline bool holds_folded(const model::AttributionRow& row) {
    return row.role == model::RowRole::other;
}
inline bool holds_folded(const model::ThrottledProcess& row) { return row.tgid == 0; }
inline bool holds_folded(const model::BudgetRow& row) { return row.tgid == 0; }

template <typename T>
std::tuple<const T&> key_part(Key<const T> member) {
    return {member.value};
}
template <typename Member>
std::tuple<> key_part(const Member&) {
    return {};
}

/// The keys of a row, as references into it.
template <typename Row>
auto key_of(const Row& row) {
    return std::apply([](const auto&... each) { return std::tuple_cat(key_part(each)...); },
                      fields(row));
}

}  // namespace wbtrace::analysis
