// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "output.h"
#include "plan/case_record.h"

namespace wbtrace {

/// How far a matrix is, on stderr: on a terminal one line that is written over, else a line for
/// each case that is over. What failed or was skipped has a line in both.
class Progress {
public:
    explicit Progress(std::size_t cases);

    void begin(const std::string& folder);
    /// What the case is doing.
    void step(const std::string& what);
    /// Now and then, so that the time moves.
    void tick();
    void end(const plan::CaseRecord& record);
    /// Says something in a line of its own.
    void say(const std::string& line);
    /// Leaves the line to others.
    void clear();
    /// A case of an earlier start.
    void pass_over() { ++index_; }

private:
    void show();
    [[nodiscard]] std::string times() const;

    std::optional<Output> talk_;
    bool terminal_ = false;
    bool shown_ = false;
    std::size_t cases_, index_ = 0, run_ = 0;
    std::string folder_, step_;
    std::uint64_t start_ns_, case_start_ns_ = 0, shown_ns_ = 0;
};

/// "8 s", "3 min 50 s", "2 h 5 min".
std::string spoken_time(double seconds);

}  // namespace wbtrace
