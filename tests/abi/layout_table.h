// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <vector>

#include "type_information.h"

namespace wbtrace::abi_test {

/// Every struct of bpf/abi as the C++ compiler lays it out.
std::vector<Type> cpp_layouts();

}  // namespace wbtrace::abi_test
