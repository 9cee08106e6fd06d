// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <string>

namespace wbtrace::symbols {

/// A symbol as its source has it: C++, Rust and D, without the parameters and the type of the
/// result, as a frame of a stack is called: "ns::Work<int>::run". Others are returned as they are.
std::string demangled(const char* symbol);

}  // namespace wbtrace::symbols
