// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Any bytes as the plan of a matrix: refused with one line, or cases whose folders stay below the
// output folder.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "plan/cases.h"
#include "plan/workload_command.h"

namespace {

using namespace wbtrace::plan;

void require(bool holds) {
    if (!holds) std::abort();
}

bool stays_below(std::string_view folder) {
    return !folder.starts_with('/') && !folder.starts_with('.') &&
           folder.find("/.") == folder.npos && folder.find('\0') == folder.npos;
}

void read_plan(std::string_view text) {
    const auto plan = parse_plan("plan.toml", text);
    if (!plan) return require(plan.error().what.find('\n') == std::string::npos);
    if (count_cases(*plan) > 200) return;
    const auto cases = cases_of(*plan, plan->label.empty() ? "6.1.0" : plan->label);
    if (!cases) return;
    const Places places{{"/m"}, {"/dev/loop0"}, "/out"};
    for (const Case& one : *cases) {
        require(stays_below(one.folder));
        require(!command_of(plan->workload, one, places).empty());
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    read_plan({reinterpret_cast<const char*>(data), size});
    return 0;
}
