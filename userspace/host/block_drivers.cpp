// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "host/block_drivers.h"

#include <algorithm>
#include <array>
#include <sstream>

#include "host/pseudo_file.h"

namespace wbtrace::host {

std::string driver_of(const std::string& root, std::uint32_t major_number) {
    std::istringstream text(read_pseudo_file(root + "/proc/devices").value_or(""));
    bool block = false;  // those of characters come before
    for (std::string line; std::getline(text, line);) {
        if (line == "Block devices:") block = true;
        std::istringstream words(line);
        std::uint32_t number = 0;
        std::string name;
        if (block && words >> number >> name && number == major_number) return name;
    }
    return {};
}

bool lies_on_others(std::string_view driver) {
    constexpr std::array stacking = {"loop", "md", "mdp", "device-mapper", "bcache", "drbd"};
    return std::find(stacking.begin(), stacking.end(), driver) != stacking.end();
}

}  // namespace wbtrace::host
