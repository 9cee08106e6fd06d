// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "symbols/address_spaces.h"

namespace wbtrace::symbols {

/// The executable mappings in a text as /proc/PID/maps has it. Lines that are none are skipped.
std::vector<Mapping> parse_maps(std::string_view text);

/// What every process that runs now, below root + /proc, has mapped: before all that is told
/// with a time.
void read_running(const std::string& root, AddressSpaces& to);

}  // namespace wbtrace::symbols
