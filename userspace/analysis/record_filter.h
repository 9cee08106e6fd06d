// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "analysis/context.h"
#include "events/sink.h"

namespace wbtrace::analysis {

/// What alone is wanted of records; each part that is not empty must let a record pass.
struct Wanted {
    std::set<std::uint32_t> disks;  ///< major << 20 | minor
    std::set<std::uint32_t> processes;
    std::vector<std::string> comms;
    std::vector<std::string> cgroups;  ///< paths; what lies below is wanted, too
    std::vector<std::string> files;    ///< paths; what lies below is wanted, too
    std::uint32_t operations = 0;      ///< bit n: enum wb_op n
    std::uint64_t min_latency_ns = 0;

    [[nodiscard]] bool any() const { return !disks.empty() || parts_of_disks(); }
    /// Not all requests of a disk pass.
    [[nodiscard]] bool parts_of_disks() const {
        return !processes.empty() || !comms.empty() || !cgroups.empty() || !files.empty() ||
               operations != 0 || min_latency_ns != 0;
    }
};

/// Lets pass of a recording what the kernel side would have sent under the same filter
/// (bpf/lib/filter.bpf.h): who is charged decides, not who issued. Names are those that records
/// told until then.
class RecordFilter final : public events::Sink {
public:
    /// All of them must outlive the filter.
    RecordFilter(const Wanted& wanted, const Context& context, events::Sink& to)
        : wanted_(wanted), context_(context), to_(to) {}

#define WB_FILTER_METHOD(number, name, type, what) void on(const type& record) override;
    WB_EVENT_LIST(WB_FILTER_METHOD)
#undef WB_FILTER_METHOD

private:
    struct Who {
        std::uint32_t tgid = 0;
        std::uint64_t cgroup_id = 0;
    };
    using Inode = std::tuple<std::uint32_t, std::uint64_t, std::uint32_t>;

    // One for each kind of record: whether it passes. What no filter is about does.
    template <typename Record>
    bool passes(const Record&) {
        return true;
    }
    bool passes(const wb_request_done& record);
    bool passes(const wb_dirty_throttled& record);
    bool passes(const wb_ratelimit_updated& record);
    bool passes(const wb_work_finished& record);
    bool passes(const wb_page_run& record);
    bool passes(const wb_task_execed& record);
    bool passes(const wb_task_exited& record);
    bool passes(const wb_file_seen& record);
    bool passes(const wb_cgroup_made& record);
    bool passes(const wb_sync_began& record);
    bool passes(const wb_sync_ended& record);
    bool passes(const wb_bio_remapped& record);

    bool wants_task(Who who);
    bool wants_sync(const wb_sync& sync);
    [[nodiscard]] bool wants_cgroup(std::uint64_t id) const;
    [[nodiscard]] bool wants_disk(std::uint32_t dev) const;
    [[nodiscard]] bool lies_on_wanted_disk(std::uint32_t s_dev) const;
    [[nodiscard]] bool wants_file(const Inode& inode) const;
    void learn(std::uint32_t tgid, std::span<const __u8> comm);

    const Wanted& wanted_;
    const Context& context_;
    events::Sink& to_;
    std::map<std::uint32_t, std::string> comms_;         // by tgid, the last one seen
    std::map<std::uint64_t, std::string> cgroups_made_;  // by id
    std::set<std::uint32_t> wanted_tasks_;               // of which something passed
    std::set<Inode> wanted_files_;
};

}  // namespace wbtrace::analysis
