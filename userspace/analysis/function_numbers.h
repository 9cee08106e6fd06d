// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "analysis/trace_facts.h"

namespace wbtrace::analysis {

/// The function that holds a return address of the kernel; "" when there is none.
using NameOfFunction = std::function<std::string(std::uint64_t)>;

/// Puts numbers in place of the addresses on the kernel's stacks, one for each function, with the
/// names beside them: facts may be kept in a file, which must not tell where the kernel lies.
void number_functions(const NameOfFunction& name_of, CutFacts& facts);

}  // namespace wbtrace::analysis
