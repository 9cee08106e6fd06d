// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <optional>

#include <nlohmann/json.hpp>

#include "model/histogram.h"

namespace wbtrace::compare {

/// A histogram of a report, over all devices with nothing beneath.
struct Distribution {
    model::Histogram buckets;   ///< each value at the lower edge of its bucket
    double count = 0, sum = 0;  ///< exact

    [[nodiscard]] std::optional<double> mean() const;
    [[nodiscard]] std::optional<double> quantile(double q) const;
};

/// One direction of transfer.
struct Direction {
    std::optional<double> bytes_while_running, requests_while_running;
    Distribution size, q2d, d2c, q2c;
};

/// What figures are made from: sums over the devices with nothing beneath, so that layers are never
/// added together.
struct ReportSums {
    double seconds = 0;  ///< the command ran, or was traced without one
    bool has_command = false;
    Direction read, write;
    std::optional<double> merged, split;  ///< bios and requests that joined another; bios split
    Distribution plug_depth, queue_depth;
    Distribution throttle;  ///< waits of the command, without one of everybody
    std::optional<double> throttle_waits, throttle_seconds;
    std::optional<double> pages_written, works;
    Distribution sync;  ///< calls of the fsync family
    std::optional<double> user_seconds, system_seconds, syscall_bytes, threads_seconds;
    nlohmann::json parts;  ///< of the time budget, in ns; null: not followed
};

ReportSums sums_of(const nlohmann::json& report);

/// Whether a device counts: with nothing beneath, or the only ones there are.
bool is_leaf(const nlohmann::json& device);

}  // namespace wbtrace::compare
