// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// What a case of a matrix wants beneath it, as plain values.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace wbtrace::plan {

/// How the devices of a case are put together, e.g. "raid10f2:4".
struct Layout {
    enum class Kind { single, jbod, md, btrfs };
    std::string word;  ///< as written in the plan; part of folder names
    Kind kind = Kind::single;
    std::string level = {};        ///< md: "raid0" to "raid10"; btrfs: the profile ("raid0")
    std::string arrangement = {};  ///< raid10 of md: "n2", "f2", "o2"; else empty
    unsigned devices = 1;
};

/// vm.dirty_bytes and vm.dirty_background_bytes; without a background the kernel's own rule: half.
struct Dirty {
    std::string word;
    std::uint64_t bytes = 0;
    std::uint64_t background_bytes = 0;
};

/// /sys/block/X/queue/NAME, of every device of the case; the scheduler is one of them.
struct QueueSetting {
    std::string name;
    std::string value;
};

struct FileSystem {
    std::string word;  ///< part of folder names
    std::string type;  ///< as mount(8) has it; "raw": none, the workload writes to the device
    std::vector<std::string> mkfs_options = {};
    std::string mount_options = {};
};

struct Case {
    /// Below the output folder: "<layout>[-<dirty>][-<other axes>]/<fs>-<N>dd-<repeat>-<label>".
    std::string folder;
    Layout layout;
    FileSystem fs;
    unsigned writers = 1;
    unsigned repeat = 1;
    std::optional<Dirty> dirty = {};
    std::vector<QueueSetting> queue = {};
    std::optional<unsigned> block_size = {};       ///< bytes, of the device node
    bool drop_caches = false;                      ///< before the workload starts
    std::map<std::string, std::string> axes = {};  ///< every axis and its word
};

/// What devices are made of.
struct DevicePool {
    std::vector<std::string> real = {};  ///< empty: loop files
    std::uint64_t loop_bytes = std::uint64_t{1} << 30U;
    std::string loop_folder = "/var/tmp";
    unsigned chunk_kib = 64;  ///< of md arrays
};

}  // namespace wbtrace::plan
