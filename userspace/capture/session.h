// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "bpf/abi/probe_config.h"
#include "bpf/abi/writeback_events.h"
#include "capture/filter.h"
#include "events/kernel_totals.h"
#include "events/task_times.h"
#include "host/block_devices.h"
#include "model/snapshot.h"

namespace wbtrace::host {
class KernelBtf;
}

namespace wbtrace::capture {

struct SessionOptions {
    std::size_t ring_bytes = 8U << 20;        ///< of each ring; a power of two, one page at least
    bool has_scope = false;                   ///< a command is traced
    bool threads = false;                     ///< threads are told apart
    std::vector<host::TracedDevice> devices;  ///< empty: all devices
    bool cgroup_v1 = false;                   ///< cgroups are those of the v1 blkio hierarchy
    Filter filter;                            ///< what alone is wanted of it
    std::vector<std::string> filter_words;    ///< the same, for people
    host::ForeignPlaces foreign;              ///< what lies on none of them
    std::set<std::string> pretend_missing;    ///< tracepoints to be treated as absent
    /// Those given that bring in probes; none: every probe there is.
    std::optional<std::set<std::string>> probe_options = std::set<std::string>{};
    wb_recorder recorder{};           ///< what writes a recording onto a device
    bool time_budget = false;         ///< where the time of threads goes is followed
    bool intervals = false;           ///< figures are read while threads wait
    std::uint32_t stack_kinds = 0;    ///< bit n: stacks of enum wb_stack_kind n
    bool user_stacks = false;         ///< stacks have frames of the program, too
    std::uint32_t throttled_bio = 0;  ///< flags of a bio that blk-throttle has charged
    bool cpu_of_all = false;          ///< samples of everybody, not only of the command
    bool stacked = false;             ///< there are md or dm devices here
    std::size_t request_pool = 0;     ///< requests that the devices here can have at once
};

/// A file by its numbers, as the kernel packs them.
struct DirtyFile {
    std::uint32_t dev = 0;  ///< of the file system: major << 20 | minor
    std::uint64_t inode = 0;
};

struct UnsettledFiles {
    std::uint64_t count = 0;
    std::optional<DirtyFile> example;
};

/// The BPF side's life: opened, loaded and attached by open(); counting while its state
/// is not off; ended by detach(). Nothing of it outlives the process.
class Session {
public:
    /// Fails when nothing at all can be traced here, and says why.
    static Result<Session> open(const SessionOptions& options, const host::KernelBtf& btf);
    Session(Session&&) noexcept;
    Session& operator=(Session&&) noexcept;
    ~Session();

    Result<void> add_to_scope(pid_t tgid);
    /// Counting begins; what was issued before `now_ns` (CLOCK_MONOTONIC) is not ours.
    void run(std::uint64_t now_ns);
    void set_state(wb_run_state state);

    /// Ends all programs, and closes the open page runs.
    void detach();

    /// Adds the runs of page events that are still open to the totals and sends them. Counting
    /// may go on meanwhile: a run that just grows is left for the next time.
    void close_page_runs();

    /// File descriptors of the ring buffers, for RingReader.
    [[nodiscard]] const std::vector<int>& rings() const;
    [[nodiscard]] std::size_t ring_bytes() const;

    using Deadline = std::chrono::steady_clock::time_point;

    /// Whether files of the scope still have pages to write; true as well when not all could
    /// be asked in time. Empty: cannot be told here, because dirtying is not followed.
    [[nodiscard]] std::optional<bool> has_unsettled_files(Deadline until);
    /// Those files; one that could not be asked in time counts. After has_unsettled_files().
    [[nodiscard]] UnsettledFiles unsettled_files(Deadline until);

    /// Processes of the scope that have not ended.
    [[nodiscard]] std::uint64_t processes_left() const;

    /// The kernel's counters, at any time.
    [[nodiscard]] events::KernelTotals totals() const;

    /// Where the time of threads went until then (CLOCK_MONOTONIC), or until counting ended if
    /// that was before, and the rows of stacks.
    [[nodiscard]] events::TaskTimes task_times(std::uint64_t until_ns) const;

    /// Requests that were issued and have not ended: at the end of a trace they are lost.
    [[nodiscard]] std::uint64_t in_flight() const;

    /// Writeback works that are not finished, with what they have written so far.
    [[nodiscard]] std::vector<wb_work_finished> running_works() const;

    /// Every probe of the catalogue that concerns this kernel.
    [[nodiscard]] std::vector<model::ProbeFigures> probes() const;

    /// Run time of all programs in ns; empty without kernel.bpf_stats_enabled.
    [[nodiscard]] std::optional<std::uint64_t> bpf_run_ns() const;

    /// Scheduler ticks per second (CONFIG_HZ), from the kernel's own clocks; 0: unknown.
    [[nodiscard]] unsigned jiffies_per_second() const;

private:
    struct Parts;
    [[nodiscard]] std::uint64_t dirtiers_evicted(std::uint64_t entered) const;
    explicit Session(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> parts_;
};

}  // namespace wbtrace::capture
