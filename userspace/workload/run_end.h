// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <optional>

namespace wbtrace::workload {

/// How the command ended. Either `exit_code` or `signal` is set.
struct RunEnd {
    std::optional<int> exit_code;
    std::optional<int> signal;   ///< that killed it
    std::uint64_t user_ns = 0;   ///< of the command and the children it waited for (wait4)
    std::uint64_t sys_ns = 0;    ///< likewise
    std::uint64_t start_ns = 0;  ///< CLOCK_MONOTONIC when it was released
    std::uint64_t end_ns = 0;    ///< CLOCK_MONOTONIC when it was reaped

    [[nodiscard]] std::uint64_t wall_ns() const { return end_ns - start_ns; }
    /// As a shell would tell it: 128 + N for a signal.
    [[nodiscard]] int exit_status() const { return signal ? 128 + *signal : exit_code.value_or(0); }
};

}  // namespace wbtrace::workload
