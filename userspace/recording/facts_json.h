// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// For this room only: which members of the facts are written under which names. One that is left
// out here comes back as its default, and the replayed report differs: tests compare them all.
#pragma once

#include <optional>

#include <nlohmann/json.hpp>

#include "analysis/trace_facts.h"
#include "recording/times_json.h"
#include "recording/totals_json.h"

namespace wbtrace::recording {
using Json = nlohmann::json;
}

namespace nlohmann {
template <typename T>
struct adl_serializer<std::optional<T>> {
    static void to_json(json& to, const std::optional<T>& from) {
        if (from)
            to = *from;
        else
            to = nullptr;
    }
    static void from_json(const json& from, std::optional<T>& to) {
        if (from.is_null())
            to.reset();
        else
            to = from.get<T>();
    }
};
}  // namespace nlohmann

namespace wbtrace::model {
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(QueueSettings, scheduler, nr_requests,
                                                max_sectors_kb, read_ahead_kb, nomerges, rotational,
                                                wbt_lat_usec, logical_block_size,
                                                physical_block_size, iostats, max_segments,
                                                write_cache)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(DeviceIdentity, slot, name, dev, parents, diskseq,
                                                bio_based, leaf, layer, partition, queue)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(RunFigures, command, exit_code, signal, wall_ns,
                                                user_ns, sys_ns, settle_ns, settled,
                                                unsettled_files, unsettled_file, processes_left)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(ProbeFigures, name, attached, asked, why_not, runs,
                                                run_ns, missed)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(Loss, cause, what, count)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(CaptureFigures, probes, events, lost, late,
                                                own_cpu_ns, bpf_run_ns, duration_ns, buffer_bytes,
                                                filters, unavailable)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(PageState, dirty, writeback, background_thresh,
                                                thresh)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(HostFigures, kernel, machine, cpus, memory_bytes,
                                                page_bytes, vm_dirty, page_state)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(LocalTime, unix_ns, utc_offset_s)
}  // namespace wbtrace::model

namespace wbtrace::analysis {
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(RequestBits, meta, idle, swap, sync, fua, preflush,
                                                ahead)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(SyscallAccount, tgid, start_ticks, comm, read_bytes,
                                                written_bytes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(MountedFilesystem, type, mount_point, root, s_dev)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(LoopOverDisk, loop, disk)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(FilesystemPlace, disk, first_sector, end_sector,
                                                s_dev)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(MachineState, filesystems, places, loops,
                                                cgroup_paths, accounts)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(StartFacts, tool_version, started_at, start_ns,
                                                jiffies_per_second, writeback_reasons, request_bits,
                                                threads, few_rows, upper_devices, host, disks,
                                                machine, command, interval_ns, options)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(FileAnswer, s_dev, inode, generation, state,
                                                renamed_to)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(RunningWork, reason, dev, bdi_name, queued_ns,
                                                started_ns, pages, turns, requester_tgid,
                                                requester_comm)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(CutFacts, cut_ns, taken_at, host, machine, devices,
                                                bdi_names, totals, times, kernel_functions,
                                                no_kernel_functions, capture, run, running_works,
                                                files)
}  // namespace wbtrace::analysis
