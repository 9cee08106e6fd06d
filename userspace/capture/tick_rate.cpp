// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// CONFIG_HZ is in no file that every kernel has. The tick counter starts five minutes
// before its lower 32 bits overflow, so that one reading beside the clock gives the rate.
#include <cmath>

#include "capture/session_parts.h"

namespace wbtrace::capture {

namespace {

constexpr double counter_overflow = 4294967296.0;  // 2^32
constexpr double seconds_before_overflow = 300;

}  // namespace

unsigned Session::jiffies_per_second() const {
    LIBBPF_OPTS(bpf_test_run_opts, run);
    const auto& skeleton = *parts_->loaded.skeleton;
    if (bpf_prog_test_run_opts(bpf_program__fd(skeleton.progs.read_clocks), &run) != 0) return 0;
    const auto reading = skeleton.bss->clock_reading;
    const double seconds = static_cast<double>(reading.time_ns) / 1e9;
    const double ticks = static_cast<double>(reading.jiffies) - counter_overflow;
    for (unsigned rate : {100U, 250U, 300U, 1000U}) {
        const double expected = (seconds - seconds_before_overflow) * rate;
        // Half a second, or what a counter that lags behind may have lost in a long time.
        const double tolerance = rate * 0.5 + std::abs(expected) * 0.01;
        if (std::abs(ticks - expected) < tolerance) return rate;
    }
    return 0;
}

}  // namespace wbtrace::capture
