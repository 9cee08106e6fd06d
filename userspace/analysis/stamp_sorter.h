// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace wbtrace::analysis {

/// Sorts times in linear time, however deep the queue has mixed them: by digits, only
/// as many as tell the first from the last. Keeps its memory for the next time.
class StampSorter {
public:
    void sort(std::span<std::uint64_t> stamps);

private:
    std::vector<std::uint64_t> scratch_;
    std::vector<std::uint32_t> places_;
};

}  // namespace wbtrace::analysis
