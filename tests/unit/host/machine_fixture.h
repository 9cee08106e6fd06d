// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>

#include "host/path_lookup.h"

/// A machine that does not exist: a directory with its /sys and /proc, and what a
/// lookup of its paths says. Removed with the object.
class MachineFixture {
public:
    MachineFixture() : root_(::mkdtemp(std::string("/tmp/wbtrace-unit-XXXXXX").data())) {
        std::filesystem::create_directories(root_ + "/sys/class/block");
    }
    MachineFixture(const MachineFixture&) = delete;
    MachineFixture& operator=(const MachineFixture&) = delete;
    ~MachineFixture() { std::filesystem::remove_all(root_); }

    [[nodiscard]] const std::string& root() const { return root_; }

    void file(const std::string& path, const std::string& text) const {
        const std::filesystem::path full = root_ + path;
        std::filesystem::create_directories(full.parent_path());
        std::ofstream(full, std::ios::binary) << text;
    }
    void link(const std::string& path, const std::string& target) const {
        const std::filesystem::path full = root_ + path;
        std::filesystem::create_directories(full.parent_path());
        std::filesystem::create_symlink(target, full);
    }
    void remove(const std::string& path) const { std::filesystem::remove_all(root_ + path); }

    /// A disk with request queues, of 2048 sectors.
    void disk(const std::string& name, const std::string& dev) {
        bio_disk(name, dev);
        std::filesystem::create_directories(root_ + "/sys/devices/virtual/block/" + name + "/mq");
    }
    void bio_disk(const std::string& name, const std::string& dev) {
        put(name, "virtual/block/" + name, dev);
        file("/sys/class/block/" + name + "/size", "2048\n");
    }
    void partition(const std::string& name, const std::string& disk, const std::string& dev,
                   std::uint64_t start, std::uint64_t size) {
        put(name, "virtual/block/" + disk + "/" + name, dev);
        const std::string directory = "/sys/class/block/" + name;
        file(directory + "/partition", "1\n");
        file(directory + "/start", std::to_string(start) + "\n");
        file(directory + "/size", std::to_string(size) + "\n");
    }
    void slave(const std::string& upper, const std::string& lower) const {
        link("/sys/class/block/" + upper + "/slaves/" + lower, "/sys/class/block/" + lower);
    }
    void loop(const std::string& name, const std::string& dev, const std::string& file_path) {
        disk(name, dev);
        file("/sys/class/block/" + name + "/loop/backing_file", file_path + "\n");
    }

    /// A device node.
    void node(const std::string& path, const std::string& dev) {
        paths_[path] = {.canonical = path,
                        .block_device = true,
                        .node = *wbtrace::host::parse_kernel_dev(dev),
                        .filesystem = wbtrace::host::kernel_dev(0, 6),
                        .mount_id = std::nullopt};
    }
    /// A file or directory on a filesystem.
    void path(const std::string& path, const std::string& filesystem,
              std::optional<std::uint64_t> mount_id = std::nullopt) {
        paths_[path] = {.canonical = path,
                        .block_device = false,
                        .node = 0,
                        .filesystem = *wbtrace::host::parse_kernel_dev(filesystem),
                        .mount_id = mount_id};
    }
    void mounts(const std::string& mountinfo) const { file("/proc/self/mountinfo", mountinfo); }

    [[nodiscard]] wbtrace::host::PathLookup lookup() const {
        return [this](const std::string& path) -> std::optional<wbtrace::host::PathFacts> {
            const auto found = paths_.find(path);
            if (found == paths_.end()) return std::nullopt;
            return found->second;
        };
    }

private:
    void put(const std::string& name, const std::string& place, const std::string& dev) {
        const std::string directory = "/sys/devices/" + place;
        file(directory + "/dev", dev + "\n");
        link("/sys/class/block/" + name, "../../devices/" + place);
    }

    std::string root_;
    std::map<std::string, wbtrace::host::PathFacts> paths_;
};
