// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace wbtrace::pipeline {

/// What is sorted in place of a record.
struct RecordKey {
    std::uint64_t time_ns;
    const std::byte* frame;  ///< see Batch
};

/// Sorts keys that arrive nearly in order, by time and, for equal times, by arrival.
///
/// Arrival is a few rings, each read from end to end, so the keys are long rising
/// runs with neighbours swapped here and there. A key out of place is moved back a
/// few places inside the last run; one that would have to move further begins a new
/// run. sort() merges the runs. Any input is sorted right, in n log n at worst.
class RunSorter {
public:
    void push(RecordKey key);

    /// All keys in order.
    std::span<const RecordKey> sort();

    /// Forgets the first `count` keys of what sort() gave.
    void drop_front(std::size_t count);

    [[nodiscard]] std::size_t size() const { return keys_.size(); }

private:
    void push_out_of_order(RecordKey key);
    void merge_neighbours();

    std::vector<RecordKey> keys_;
    std::vector<RecordKey> merged_;
    std::vector<std::size_t> run_starts_ = {0};  // never empty
    std::vector<std::size_t> merged_starts_;
};

}  // namespace wbtrace::pipeline
