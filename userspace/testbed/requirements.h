// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// What a case needs of the machine, as far as it can be seen before anything is made.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "plan/case.h"
#include "testbed/bed.h"

namespace wbtrace::testbed {

enum class Modules {
    load,     ///< those that the case needs and the kernel has not loaded yet
    only_ask  ///< whether they could be loaded
};

/// Why the case is impossible here, or nothing: programs, file systems, I/O schedulers and levels
/// of md that the machine lacks, devices that the plan does not list.
std::optional<Skip> why_impossible(const plan::Case& wanted, const plan::DevicePool& pool,
                                   Modules modules);

/// The same for many cases, of which most need the same things: each is looked for once, and no
/// module is loaded.
class Outlook {
public:
    explicit Outlook(const plan::DevicePool& pool) : pool_(pool) {}
    const std::optional<Skip>& of(const plan::Case& wanted);

private:
    const plan::DevicePool& pool_;
    std::map<std::array<std::string, 3>, std::optional<Skip>> known_;
};

/// Whether /proc/mdstat names the personality that the level needs.
bool offers_level(std::string_view mdstat, std::string_view level);

}  // namespace wbtrace::testbed
