// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Where the wall time of threads went.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace wbtrace::model {

/// Each ns of a thread's life is in exactly one part.
enum class TimePart {
    cpu_user,
    cpu_kernel,
    runnable,       ///< wants a CPU, and waits for one
    throttle,       ///< asleep in balance_dirty_pages
    writeback,      ///< until a page that is being written is on the device
    read,           ///< until a page or block is read
    direct_io,      ///< until direct I/O of its own is done
    fsync_data,     ///< until the data of a sync call is on the device
    journal,        ///< for the journal of a file system: a commit, or room in it
    request_tag,    ///< for a free request of the queue
    io_controller,  ///< held back: blk-throttle, iocost, iolatency, writeback throttling
    lock,           ///< for a lock inside the kernel
    reclaim,        ///< until memory is freed
    io_uring,       ///< for completions of an io_uring
    sleep,          ///< for a pipe, socket, futex, child, timer: nothing of storage
    other,
};
inline constexpr std::size_t time_part_count = 16;
inline constexpr std::size_t first_asleep = 3;  ///< behind both kinds of CPU time and runnable
inline constexpr std::array<const char*, time_part_count> time_part_names = {
    "cpu_user",  "cpu_kernel", "runnable", "throttle",    "writeback",     "read",
    "direct_io", "fsync_data", "journal",  "request_tag", "io_controller", "lock",
    "reclaim",   "io_uring",   "sleep",    "other"};
inline constexpr std::array<const char*, time_part_count> time_part_titles = {
    "on CPU, user",   "on CPU, kernel", "waiting for a CPU",  "dirty throttle",
    "writeback",      "read",           "direct I/O",         "data of sync calls",
    "journal",        "request tag",    "I/O controller",     "kernel lock",
    "memory reclaim", "io_uring",       "sleep, pipe, futex", "other"};

struct TimeParts {
    std::array<std::uint64_t, time_part_count> ns{};

    std::uint64_t& operator[](TimePart part) { return ns[static_cast<std::size_t>(part)]; }
    std::uint64_t operator[](TimePart part) const { return ns[static_cast<std::size_t>(part)]; }
    TimeParts& operator+=(const TimeParts& more);
    [[nodiscard]] std::uint64_t sum() const;
    /// Of what is neither on a CPU nor waiting for one.
    [[nodiscard]] std::uint64_t asleep() const;
    /// Takes so much from what is asleep, the largest first; at most all of it.
    void take_from_sleep(std::uint64_t over);
};

/// Waits of tasks whose direct I/O had not become a request yet: a controller held it back.
struct HeldBack {
    std::uint64_t waits = 0;
    std::uint64_t ns = 0;
    std::uint64_t max_ns = 0;

    HeldBack& operator+=(const HeldBack& more);
};

/// Key: tgid, birth, thread.
struct BudgetRow {
    std::uint32_t tgid = 0;
    std::uint32_t thread = 0;  ///< with --threads, else 0
    std::uint32_t birth = 0;   ///< tells apart processes that had the same number
    std::string comm;
    std::uint64_t threads = 0;  ///< that it had during the trace
    std::uint64_t wall_ns = 0;  ///< of all of them; the sum of the parts
    TimeParts parts;
    HeldBack held;
};

/// A stack whose wait no rule knows. Key: frames.
struct UnknownWait {
    std::vector<std::string> frames;  ///< innermost first, the scheduler's own left out
    std::uint64_t waits = 0;
    std::uint64_t ns = 0;
};

/// Key: comm.
struct HelperTime {
    std::string comm;  ///< of a kernel thread
    std::uint64_t turns = 0;
    std::uint64_t cpu_ns = 0;
};

/// From system call to medium. Of the command, where there is one.
struct Amplification {
    std::optional<std::uint64_t> syscall_bytes;  ///< written by system calls
    std::uint64_t dirtied_bytes = 0;
    std::uint64_t top_bytes = 0;  ///< written to the traced devices that lie on top
    /// Written to those with nothing beneath. Empty: what a command wrote to a loop device comes
    /// there as somebody else's.
    std::optional<std::uint64_t> leaf_bytes = 0;
    std::uint64_t journal_bytes = 0;   ///< of everybody, on the leaves
    std::uint64_t metadata_bytes = 0;  ///< of everybody, on the leaves
};

struct TimeBudget {
    std::uint64_t wall_ns = 0;  ///< of all threads; the sum of the parts
    std::uint64_t threads = 0;
    TimeParts parts;
    HeldBack held;
    std::vector<BudgetRow> rows;       ///< longest off the CPU first
    std::vector<UnknownWait> unknown;  ///< longest first, at most 5
    std::vector<HelperTime> helpers;   ///< done for it by others; most CPU time first
    Amplification amplification;
};

}  // namespace wbtrace::model
