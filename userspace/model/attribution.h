// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Who and what: the kinds of requests.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

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

}  // namespace wbtrace::model
