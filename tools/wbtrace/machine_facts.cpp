// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "machine_facts.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "analysis/record_fields.h"
#include "host/cgroup_hierarchy.h"
#include "host/direct_loops.h"
#include "host/file_place.h"
#include "host/process_io.h"

namespace wbtrace {

std::map<std::uint32_t, std::string> writeback_reasons(const host::KernelBtf& btf) {
    std::map<std::uint32_t, std::string> names;
    for (auto& name : host::spoken_names(btf.enum_names("wb_reason")))
        names.emplace(static_cast<std::uint32_t>(name.value), std::move(name.name));
    return names;
}

analysis::RequestBits request_bits(const host::KernelBtf& btf) {
    const auto names = btf.enum_names("req_flag_bits");
    const auto bit = [&names](std::string_view wanted) -> std::uint32_t {
        for (const auto& name : names)
            if (name.name == wanted && name.value >= 0 && name.value < 32)
                return 1U << static_cast<unsigned>(name.value);
        return 0;
    };
    return {bit("__REQ_META"), bit("__REQ_IDLE"),     bit("__REQ_SWAP"),  bit("__REQ_SYNC"),
            bit("__REQ_FUA"),  bit("__REQ_PREFLUSH"), bit("__REQ_RAHEAD")};
}

std::uint32_t throttled_bio(const host::KernelBtf& btf) {
    std::uint32_t flags = 0;
    // Renamed, then divided, between 6.1 and 6.18.
    for (const char* name : {"BIO_THROTTLED", "BIO_BPS_THROTTLED", "BIO_TG_BPS_THROTTLED"})
        if (const auto bit = btf.enumerator(name); bit && *bit >= 0 && *bit < 16)
            flags |= 1U << static_cast<unsigned>(*bit);
    return flags;
}

namespace {

struct Placed {
    host::FilesystemPlace place;
    host::KernelDev s_dev;
};

/// What lies on the disk itself goes before what lies on something above it, and a
/// partition before the whole.
bool goes_before(const Placed& a, const Placed& b) {
    const auto sectors = [](const Placed& one) {
        return one.place.end_sector - one.place.first_sector;
    };
    if (a.place.depth != b.place.depth) return a.place.depth < b.place.depth;
    return sectors(a) < sectors(b);
}

void tell_filesystems(const host::BlockDevices& devices, analysis::MachineState& to) {
    std::vector<Placed> placed;
    for (auto& filesystem : devices.filesystems()) {
        for (const auto& place : filesystem.places) placed.push_back({place, filesystem.s_dev});
        auto& mounted = to.filesystems.emplace_back();
        mounted.type = std::move(filesystem.type);
        mounted.mount_point = std::move(filesystem.mount_point);
        mounted.root = std::move(filesystem.root);
        mounted.s_dev = filesystem.s_dev;
    }
    std::stable_sort(placed.begin(), placed.end(), goes_before);
    for (const auto& [place, s_dev] : placed)
        to.places.push_back({place.disk_dev, place.first_sector, place.end_sector, s_dev});
}

bool is_traced(host::KernelDev disk, const std::vector<host::TracedDevice>& chosen) {
    return chosen.empty() || std::any_of(chosen.begin(), chosen.end(), [&](const auto& device) {
               return device.disk_dev == disk;
           });
}

}  // namespace

std::vector<analysis::RunningWork> running_works(const std::vector<wb_work_finished>& works) {
    std::vector<analysis::RunningWork> facts;
    for (const auto& work : works) {
        auto& fact = facts.emplace_back();
        fact.reason = work.reason;
        fact.dev = work.dev;
        fact.bdi_name = analysis::text_of(work.bdi_name);
        fact.queued_ns = work.queued_ns;
        fact.started_ns = work.started_ns;
        fact.pages = work.pages;
        fact.turns = work.turns;
        fact.requester_tgid = work.requester_tgid;
        fact.requester_comm = analysis::text_of(work.requester_comm);
    }
    return facts;
}

std::set<std::uint32_t> upper_devices(const host::BlockDevices& devices) {
    const auto upper = devices.upper_disks();
    return {upper.begin(), upper.end()};
}

analysis::SyscallAccounts syscall_accounts() {
    analysis::SyscallAccounts accounts;
    for (auto& io : host::read_thread_io("/"))
        accounts[io.tid] = {io.tgid, io.start_ticks, std::move(io.comm), io.read_bytes,
                            io.written_bytes};
    return accounts;
}

analysis::MachineState machine_state(const host::BlockDevices& devices,
                                     const std::vector<host::TracedDevice>& chosen, bool accounts) {
    analysis::MachineState state;
    tell_filesystems(devices, state);
    for (const auto& [loop, disk] : host::direct_loops(devices.all()))
        if (is_traced(loop, chosen)) state.loops.push_back({loop, disk});
    state.cgroup_paths = host::list_cgroups(host::io_cgroup_hierarchy(host::MountTable::read("/")));
    if (accounts) state.accounts = syscall_accounts();
    return state;
}

std::map<std::string, std::string> bdi_names(const host::BlockDevices& devices) {
    std::map<std::string, std::string> names;
    std::error_code none;  // without sysfs the names stay as the kernel gives them
    for (const auto& bdi : std::filesystem::directory_iterator("/sys/class/bdi", none)) {
        const std::string name = bdi.path().filename();
        names.emplace(name, devices.name_of_bdi(name));
    }
    return names;
}

analysis::FindFile file_finder(const analysis::Filesystems& filesystems) {
    return [&filesystems](const std::string& path, const model::FileFigures& row) {
        const auto* filesystem = filesystems.by_dev(row.s_dev);
        auto place = host::find_file({path, filesystem ? filesystem->mount_point : std::string{},
                                      row.inode, row.generation});
        switch (place.stays) {
        case host::FileStays::there: return analysis::FilePlace{model::FileState::present};
        case host::FileStays::gone: return analysis::FilePlace{model::FileState::deleted};
        case host::FileStays::moved:
            return analysis::FilePlace{model::FileState::renamed, std::move(place.moved_to)};
        case host::FileStays::unknown: break;
        }
        return analysis::FilePlace{};
    };
}

}  // namespace wbtrace
