// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bpf/abi/filter.h"

struct wbtrace_bpf;

namespace wbtrace::capture {

/// What alone is wanted, as numbers of the kernel; an empty list, or 0: all of it.
struct Filter {
    std::vector<std::uint32_t> processes;  ///< tgids
    std::vector<std::uint64_t> cgroups;    ///< ids, of the hierarchy in use
    std::vector<std::string> comms;        ///< at most WB_FILTER_COMMS
    std::vector<wb_filter_file> files;
    std::uint32_t operations = 0;  ///< bit n: enum wb_op n
    std::uint64_t min_latency_ns = 0;

    [[nodiscard]] bool any() const { return parts() != 0; }
    /// enum wb_filter_part
    [[nodiscard]] std::uint32_t parts() const;
};

/// The part of the configuration that is fixed before loading.
wb_filter fixed_part(const Filter& filter);

}  // namespace wbtrace::capture
