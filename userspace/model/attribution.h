// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Who and what: the kinds of requests, and the rows of files, processes and cgroups.
//
// The rows of a table add up to all records of the devices with nothing beneath but a
// file (loop, zram): a request of md or dm is there as that of its members. What
// belongs to no file, process or cgroup has a row by its kind, and the rows that
// mattered least may stand in one, so that nothing is left out.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/histogram.h"
#include "model/sync.h"

namespace wbtrace::model {

/// What a request carried. Each has exactly one kind.
enum class RequestKind {
    file_data,     ///< pages of a file
    direct,        ///< a process's own pages: direct I/O
    flush,         ///< nothing: empties the device's cache
    journal,       ///< a file system's journal or log
    metadata,      ///< a file system's own blocks
    device_pages,  ///< pages of a block device's node, no file system between
    swap,
    kernel,       ///< none of these: discards, or data whose pages belong to nobody
    passthrough,  ///< a driver's own command
};
inline constexpr std::size_t kind_count = 9;
inline constexpr std::array<const char*, kind_count> kind_names = {
    "file_data",    "direct", "flush",  "journal",    "metadata",
    "device_pages", "swap",   "kernel", "passthrough"};

constexpr const char* name_of(RequestKind kind) {
    return kind_names[static_cast<std::size_t>(kind)];
}

/// The kind as people say it: "ext4 metadata", "jbd2", "xfs log". The file system's
/// type may be empty: unknown, or the kind has none.
std::string title_of(RequestKind kind, std::string_view filesystem);

struct IoCount {
    std::uint64_t requests = 0;
    std::uint64_t bytes = 0;  ///< completed
};

/// What requests of one kind a device saw; records.
struct KindFigures : IoCount {
    RequestKind kind = RequestKind::kernel;
    std::string filesystem;           ///< type, of journal and metadata; empty: unknown
    std::uint64_t written_bytes = 0;  ///< part of bytes
};

enum class RowRole {
    single,  ///< one file, process or cgroup
    kind,    ///< requests of a kind that are nobody's
    other,   ///< rows that were folded into one
};

/// Requests that a row is charged with; records.
struct ChargedIo {
    std::uint64_t requests = 0;
    std::uint64_t bytes = 0;               ///< completed, all of them
    std::uint64_t direct_bytes = 0;        ///< part of it: direct I/O, read or written
    std::uint64_t written_back_bytes = 0;  ///< part of it: written otherwise, from a cache
    std::uint64_t fetched_bytes = 0;       ///< part of it: read otherwise, into a cache

    ChargedIo& operator+=(const ChargedIo& more);
};

struct AttributionRow {
    RowRole role = RowRole::single;
    RequestKind kind = RequestKind::file_data;  ///< of a row by kind
    std::string filesystem;                     ///< type, of a row by kind
    std::uint64_t folded = 0;                   ///< rows in the row "other"
    ChargedIo charged;
    std::uint64_t dirtied_bytes = 0;
};

inline constexpr std::size_t file_folio_orders = 12;

enum class FileState { unknown, present, renamed, deleted };

/// Key: dev, inode, generation.
struct FileFigures : AttributionRow {
    std::uint32_t s_dev = 0;  ///< of the superblock, major << 20 | minor
    std::string dev;          ///< "8:1"
    std::uint64_t inode = 0;
    std::uint32_t generation = 0;
    std::string path;  ///< empty: its name was not seen
    FileState state = FileState::unknown;
    std::string renamed_to;  ///< with FileState::renamed
    std::uint64_t bios = 0;  ///< of requests that could count theirs
    std::uint64_t bios_requests = 0;
    std::uint64_t dirtied_pages = 0;
    std::uint64_t added_pages = 0;                                  ///< to the page cache
    std::uint64_t evicted_pages = 0;                                ///< from it
    std::array<std::uint64_t, file_folio_orders> dirtied_folios{};  ///< by order
    std::optional<std::uint64_t> first_dirtied_ns;  ///< since the start of the trace
    std::optional<std::uint64_t> last_written_ns;
    std::optional<SyncTime> syncs;  ///< of the calls that named it; empty: not followed

    FileFigures& operator+=(const FileFigures& more);
    [[nodiscard]] std::uint64_t weight() const { return charged.bytes + dirtied_bytes; }
    /// Bios that went into one request; empty without requests.
    [[nodiscard]] std::optional<double> bios_per_request() const;
    /// Bytes; empty without requests.
    [[nodiscard]] std::optional<std::uint64_t> average_request_bytes() const;
};

/// Key: pid, generation, thread.
struct ProcessFigures : AttributionRow {
    std::uint32_t tgid = 0;
    std::uint32_t thread = 0;      ///< with --threads, else 0
    std::uint64_t generation = 0;  ///< tells processes apart that had the same number
    std::string comm;              ///< the last name that was seen; may be empty
    bool in_scope = false;
    std::uint64_t threads = 0;                ///< that were seen, at most 256
    std::optional<std::uint64_t> read_bytes;  ///< by system calls during the trace
    std::optional<std::uint64_t> written_bytes;
    IoCount issued;  ///< requests that it gave to the device, whoever is charged
    std::uint64_t throttle_ns = 0;
    Histogram q2c_ns;               ///< of the requests it is charged with
    std::optional<SyncTime> syncs;  ///< its calls; empty: not followed

    ProcessFigures& operator+=(const ProcessFigures& more);
    [[nodiscard]] std::uint64_t weight() const {
        return charged.bytes + dirtied_bytes + issued.bytes;
    }
};

/// Key: id.
struct CgroupFigures : AttributionRow {
    std::uint64_t id = 0;
    std::string path;                       ///< from the root of its hierarchy; empty: unknown
    std::uint64_t block_charged_bytes = 0;  ///< that the block layer charges it with
    std::uint64_t throttle_ns = 0;

    CgroupFigures& operator+=(const CgroupFigures& more);
    [[nodiscard]] std::uint64_t weight() const {
        return charged.bytes + dirtied_bytes + block_charged_bytes;
    }
};

}  // namespace wbtrace::model
