// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// What was found out, as plain values: analysis fills it, views show it.
// Units stand in the names. A figure that could not be had is an empty optional,
// and its JSON path has a reason in CaptureFigures::unavailable.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/attribution.h"
#include "model/histogram.h"
#include "model/sync.h"
#include "model/time_budget.h"

namespace wbtrace::model {

enum class Op { read, write, discard, flush, write_zeroes, passthrough, other };
inline constexpr std::size_t op_count = 7;
inline constexpr std::array<const char*, op_count> op_names = {
    "read", "write", "discard", "flush", "write_zeroes", "passthrough", "other"};

/// Exact, from the kernel's own counters.
struct IoTotals {
    std::uint64_t requests = 0;
    std::uint64_t bytes = 0;  ///< completed
    std::uint64_t requeued = 0;
    std::uint64_t errors = 0;

    IoTotals& operator+=(const IoTotals& other) {
        requests += other.requests;
        bytes += other.bytes;
        requeued += other.requeued;
        errors += other.errors;
        return *this;
    }
};

struct OpFigures {
    IoTotals totals;
    Histogram request_size_bytes;  ///< at issue; empty for flush
    Histogram q2d_ns;
    Histogram d2c_ns;
    Histogram q2c_ns;
};

/// Exact totals of a device split by whose and when.
struct OwnerTotals {
    std::array<IoTotals, op_count> while_running{};
    std::array<IoTotals, op_count> after_end{};
};

struct BioFigures {
    std::uint64_t queued = 0;
    std::uint64_t queued_bytes = 0;
    std::uint64_t back_merged = 0;
    std::uint64_t front_merged = 0;
    std::uint64_t split = 0;
    std::uint64_t empty_flushes = 0;
};

struct PlugFigures {
    std::uint64_t plugs = 0;
    std::uint64_t unplugs = 0;
    std::uint64_t explicit_unplugs = 0;  ///< the rest: the task was scheduled away
    Histogram depth_requests;
};

/// Settings of /sys/block/X/queue that shape I/O; absent files are empty.
struct QueueSettings {
    std::string scheduler;  ///< the chosen one
    std::optional<std::uint64_t> nr_requests, max_sectors_kb, read_ahead_kb, nomerges, rotational,
        wbt_lat_usec, logical_block_size, physical_block_size, iostats, max_segments;
    std::string write_cache;
};

/// Who a row of the kernel's device table is, with what sysfs says of it.
struct DeviceIdentity {
    std::uint32_t slot = 0;  ///< row in the kernel's device table: joins events to devices
    std::string name;        ///< as under /dev: "sda1", "cciss/c0d0"
    std::string dev;         ///< "8:0"
    std::vector<std::string> parents;      ///< names of the devices directly beneath this one
    std::optional<std::uint64_t> diskseq;  ///< the kernel's number of the medium; not in 5.10
    bool bio_based = false;
    bool leaf = true;    ///< nothing beneath: counts in grand totals
    unsigned layer = 0;  ///< 0: a leaf; else one above the highest device beneath
    bool partition = false;
    QueueSettings queue;
};

struct LayerShare {
    std::uint32_t slot = 0;
    std::string device;  ///< name, as in DeviceIdentity
    std::uint64_t ns = 0;
};

/// Where the time of a stacked device's bios passed, queued to completed. own_ns.sum(),
/// what passed beneath and undivided_ns add up to the sums of by_op[].q2c_ns.
struct LayerTime {
    Histogram own_ns;                 ///< of each bio: nothing beneath was at work for it
    std::vector<LayerShare> beneath;  ///< every device beneath, at any depth: its own part
    std::uint64_t undivided = 0;      ///< bios of which no piece beneath was seen
    std::uint64_t undivided_ns = 0;   ///< their time
};

struct DeviceFigures : DeviceIdentity {
    std::array<OpFigures, op_count> by_op;
    OwnerTotals scope;  ///< the traced command's
    OwnerTotals others;
    BioFigures bios;
    std::uint64_t request_merges = 0;
    std::uint64_t logged_errors = 0;  ///< of all errors those that the kernel logs, too
    PlugFigures plug;
    Histogram queue_depth_requests;    ///< at issue, itself included
    std::vector<KindFigures> by_kind;  ///< most bytes first; the records
    IoCount unattributed;              ///< exact totals less the records: those were lost
    /// Written in the command's name, but counted at a loop device above: bytes, from records.
    std::uint64_t scope_comes_again = 0;
    std::uint64_t queue_depth_overtaken = 0;  ///< too slow to count in depths at later issues
    /// Time with a request at the device (of a device without requests: a bio), told when it is
    /// done: what is still there comes later. Empty: not followed, as in all but live views.
    std::optional<std::uint64_t> busy_ns;

    /// The recording of this very trace; in no other figure, but for bios, merges and plugs.
    /// Empty: nothing of it was on this device.
    std::optional<IoTotals> recorder;
    std::optional<LayerTime> layer_time;  ///< empty: not stacked, or no link was seen

    /// Merged bios / queued bios; empty when no bio was queued.
    [[nodiscard]] std::optional<double> merge_ratio() const {
        if (bios.queued == 0) return std::nullopt;
        return static_cast<double>(bios.back_merged + bios.front_merged) /
               static_cast<double>(bios.queued);
    }
};

enum class DirtyLimit { global, device, memcg };

struct ThrottledProcess {
    std::uint32_t tgid = 0;
    std::string comm;
    bool in_scope = false;
    Histogram pause_ns;
};

struct ThrottledDevice {
    std::string name;  ///< device, or the name of the bdi when none is behind it
    Histogram pause_ns;
    std::uint64_t limit_global = 0, limit_device = 0, limit_memcg = 0;
    std::string bdi = {};            ///< tells rows of one name apart, whatever the name becomes
    std::uint64_t dirty_pages = 0;   ///< of the bdi, at the last wait
    std::uint64_t thresh_pages = 0;  ///< its limit then
};

struct Ratelimit {
    std::string name;
    std::uint64_t updates = 0;  ///< last values below, bytes/s
    std::uint64_t write_bandwidth = 0;
    std::uint64_t avg_write_bandwidth = 0;
    std::uint64_t dirty_ratelimit = 0;
    std::uint64_t task_ratelimit = 0;
    std::string bdi = {};  ///< as in ThrottledDevice
};

struct DirtyState {
    std::uint64_t dirty_pages = 0;  ///< of the throttled domain
    std::uint64_t background_thresh_pages = 0;
    std::uint64_t thresh_pages = 0;
};

struct ThrottleFigures {
    std::uint64_t calls = 0;           ///< balance_dirty_pages events, paused or not; exact
    std::uint64_t scope_waits = 0;     ///< exact
    std::uint64_t scope_pause_ns = 0;  ///< exact
    std::uint64_t scope_pause_after_end_ns = 0;  ///< part of it: of what the command left running
    std::uint64_t other_waits = 0;
    std::uint64_t other_pause_ns = 0;
    Histogram scope_pause_hist_ns;
    Histogram pause_hist_ns;                   ///< of everybody
    std::vector<ThrottledProcess> by_process;  ///< longest first
    std::vector<ThrottledDevice> by_device;
    std::uint64_t limit_global = 0, limit_device = 0, limit_memcg = 0;
    std::optional<DirtyState> last;              ///< at the last wait
    std::optional<std::uint64_t> throttled_now;  ///< tasks in such a pause; empty: too many
    std::optional<DirtyState> global_state;      ///< thresholds last seen, dirty_pages unset (0)
    std::vector<Ratelimit> ratelimits;
    std::optional<double> wall_share;  ///< of the command's wall time; may exceed 1 with threads
};

struct WritebackWork {
    std::string reason;
    std::string device;
    std::string requester_comm;  ///< empty: nobody queued it
    std::uint32_t requester_tgid = 0;
    std::optional<std::uint64_t> queued_ns;  ///< since the start of the trace
    std::uint64_t started_ns = 0;            ///< since the start of the trace
    std::uint64_t finished_ns = 0;
    std::uint64_t pages = 0;
    std::uint32_t turns = 0;
};

struct WritebackReason {
    std::string reason;
    std::string device;
    std::uint64_t works = 0;
    std::uint64_t pages = 0;
    Histogram queued_to_started_ns;
    Histogram started_to_finished_ns;
    std::string bdi = {};  ///< as in ThrottledDevice
};

struct WritebackFigures {
    std::vector<WritebackReason> by_reason;  ///< by pages, most first
    std::vector<WritebackWork> largest;      ///< by pages, at most 10
    std::uint64_t works = 0;
    std::uint64_t pages = 0;
    std::uint64_t pages_written = 0;  ///< of the workers' rounds, exact
    /// Not finished yet, with what they have written so far; empty: not known.
    std::optional<std::vector<WritebackWork>> running = {};
};

inline constexpr std::size_t folio_orders = 12;

struct PageCounts {
    std::uint64_t pages = 0;
    std::uint64_t folios = 0;
    std::array<std::uint64_t, folio_orders> by_order{};  ///< folios; the last also holds larger
};

struct PageCacheFigures {
    PageCounts dirtied, added, evicted;                    ///< by everybody
    PageCounts scope_dirtied, scope_added, scope_evicted;  ///< by the command
};

struct RunFigures {
    std::vector<std::string> command;
    std::optional<int> exit_code;
    std::optional<int> signal;
    std::uint64_t wall_ns = 0, user_ns = 0, sys_ns = 0;
    std::uint64_t settle_ns = 0;
    std::optional<bool> settled;  ///< empty: could not be watched
    std::uint64_t unsettled_files = 0;
    std::optional<std::string> unsettled_file;  ///< one of them: "inode 12 on /mnt (8:1)"
    std::uint64_t processes_left = 0;           ///< of the command, alive when the trace ended
};

struct ProbeFigures {
    std::string name;  ///< tracepoint
    bool attached = false;
    bool asked = true;  ///< false: only with an option that was not given
    std::string why_not;
    std::optional<std::uint64_t> runs, run_ns,
        missed;  ///< run_ns only with kernel.bpf_stats_enabled
};

struct Loss {
    std::string cause;  ///< JSON key
    std::string what;   ///< for people
    std::uint64_t count = 0;
};

struct CaptureFigures {
    std::vector<ProbeFigures> probes;
    std::uint64_t events = 0;           ///< records received
    std::vector<Loss> lost;             ///< every cause, zero or not
    std::uint64_t late = 0;             ///< records outside the reorder window; counted, not lost
    std::uint64_t clock_anomalies = 0;  ///< times that ran backwards, shown as 0
    std::uint64_t in_flight_at_start = 0;
    std::uint64_t dirtiers_evicted = 0;  ///< inodes of which it was forgotten who dirtied them
    std::uint64_t own_cpu_ns = 0;
    std::optional<std::uint64_t> bpf_run_ns;
    std::uint64_t duration_ns = 0;
    std::uint64_t buffer_bytes = 0;                  ///< of all rings
    std::vector<std::string> filters;                ///< in force, as given: "--op write"
    std::map<std::string, std::string> unavailable;  ///< JSON path -> reason
    std::string part;  ///< of a recording: why there is less in it than was traced; else empty

    [[nodiscard]] std::uint64_t lost_total() const {
        std::uint64_t total = 0;
        for (const auto& loss : lost) total += loss.count;
        return total;
    }
};

/// Of the whole machine, in pages: /proc/vmstat.
struct PageState {
    std::uint64_t dirty = 0;
    std::uint64_t writeback = 0;          ///< on their way to a device
    std::uint64_t background_thresh = 0;  ///< above it they are written in the background
    std::uint64_t thresh = 0;             ///< above it nobody may dirty more
};

struct HostFigures {
    std::string kernel, machine;
    unsigned cpus = 0;
    std::uint64_t memory_bytes = 0;
    std::uint64_t page_bytes = 4096;
    std::map<std::string, std::uint64_t> vm_dirty;  ///< file name under /proc/sys/vm -> value
    std::optional<PageState> page_state = {};       ///< empty: not known of this time
};

/// A moment as a clock on the wall shows it.
struct LocalTime {
    std::int64_t unix_ns = 0;
    std::int32_t utc_offset_s = 0;  ///< east of Greenwich is positive
};

/// Which part of a trace a snapshot is about, when there is a report every so often.
struct IntervalFigures {
    std::uint64_t number = 0;    ///< from 1; with `whole`: how many there were
    bool whole = false;          ///< not one of them, but the trace from its start to its end
    std::uint64_t start_ns = 0;  ///< since the start of the trace
    std::uint64_t end_ns = 0;    ///< since the start of the trace
};

/// A member that is added here or below needs its place in analysis/interval_fields.h.
struct Snapshot {
    std::string tool_version;
    HostFigures host;
    std::optional<LocalTime> taken_at;
    std::optional<IntervalFigures> interval;  ///< empty: one report, of the whole trace
    std::optional<RunFigures> run;            ///< only with a command
    CaptureFigures capture;
    std::vector<DeviceFigures> devices;
    std::optional<ThrottleFigures> throttle;
    std::optional<WritebackFigures> writeback;
    std::optional<PageCacheFigures> page_cache;
    // Most bytes first, what was folded last.
    std::vector<ProcessFigures> processes;
    std::vector<FileFigures> files;
    std::vector<CgroupFigures> cgroups;
    std::optional<SyncFigures> sync_calls;
    std::optional<TimeBudget> time_budget;  ///< empty: threads were not followed
};

}  // namespace wbtrace::model
