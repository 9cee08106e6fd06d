// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <string>

namespace wbtrace {

/// What to do about a failed system call: about too many open files when that is its errno, a
/// limit that any call which makes a descriptor may meet first, else `otherwise`.
std::string remedy_for(int error, std::string otherwise = {});

}  // namespace wbtrace
