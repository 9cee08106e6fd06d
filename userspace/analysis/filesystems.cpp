// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/filesystems.h"

#include <algorithm>
#include <utility>

namespace wbtrace::analysis {

void Filesystems::add(std::uint32_t s_dev, Filesystem filesystem) {
    by_dev_[s_dev] = std::move(filesystem);
}

void Filesystems::add_place(std::uint32_t disk, std::uint64_t first_sector,
                            std::uint64_t end_sector, std::uint32_t s_dev) {
    places_[disk].push_back({first_sector, end_sector, s_dev});
}

const Filesystem* Filesystems::by_dev(std::uint32_t s_dev) const {
    const auto found = by_dev_.find(s_dev);
    return found == by_dev_.end() ? nullptr : &found->second;
}

const Filesystem* Filesystems::at(std::uint32_t disk, std::uint64_t sector) const {
    const auto on_disk = places_.find(disk);
    if (on_disk == places_.end()) return nullptr;
    for (const auto& place : on_disk->second)
        if (sector >= place.first_sector && sector < place.end_sector) return by_dev(place.s_dev);
    return nullptr;
}

bool Filesystems::lies_on(std::uint32_t s_dev, std::uint32_t disk) const {
    const auto on_disk = places_.find(disk);
    return on_disk != places_.end() &&
           std::any_of(on_disk->second.begin(), on_disk->second.end(),
                       [s_dev](const Place& place) { return place.s_dev == s_dev; });
}

bool Filesystems::is_device_node(std::uint32_t s_dev) const {
    return s_dev >> 20 == 0 && by_dev(s_dev) == nullptr;
}

}  // namespace wbtrace::analysis
