// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "pipeline/run_sorter.h"

#include <algorithm>

namespace wbtrace::pipeline {

namespace {

// Tasks on one CPU interrupt each other a few levels deep at most, so that a record
// which is late by being preempted is late by a few places; a ring that several CPUs
// share adds some.
constexpr std::size_t max_moves = 32;

// Which side comes next is a coin toss between two rings, hence no branch on it.
RecordKey* merge_runs(std::span<const RecordKey> left, std::span<const RecordKey> right,
                      RecordKey* out) {
    const RecordKey* a = left.data();
    const RecordKey* b = right.data();
    const RecordKey* const a_end = a + left.size();
    const RecordKey* const b_end = b + right.size();
    while (a != a_end && b != b_end) {
        const bool right_first = b->time_ns < a->time_ns;
        *out++ = *(right_first ? b : a);
        a += right_first ? 0 : 1;
        b += right_first ? 1 : 0;
    }
    out = std::copy(a, a_end, out);
    return std::copy(b, b_end, out);
}

}  // namespace

void RunSorter::push(RecordKey key) {
    if (keys_.size() > run_starts_.back() && key.time_ns < keys_.back().time_ns)
        push_out_of_order(key);
    else
        keys_.push_back(key);
}

void RunSorter::push_out_of_order(RecordKey key) {
    const std::size_t run_start = run_starts_.back();
    const std::size_t lowest = std::max(run_start + max_moves, keys_.size()) - max_moves;
    std::size_t place = keys_.size();
    while (place > lowest && keys_[place - 1].time_ns > key.time_ns) --place;
    if (place > run_start && keys_[place - 1].time_ns > key.time_ns) {
        run_starts_.push_back(keys_.size());
        place = keys_.size();
    }
    keys_.insert(keys_.begin() + static_cast<std::ptrdiff_t>(place), key);
}

std::span<const RecordKey> RunSorter::sort() {
    while (run_starts_.size() > 1) merge_neighbours();
    return keys_;
}

// Left before right, so that equal times keep the order of arrival.
void RunSorter::merge_neighbours() {
    const std::span<const RecordKey> all = keys_;
    merged_.resize(keys_.size());
    merged_starts_.clear();
    RecordKey* out = merged_.data();
    for (std::size_t i = 0; i < run_starts_.size(); i += 2) {
        const auto edge = [&](std::size_t run) {
            return run < run_starts_.size() ? run_starts_[run] : keys_.size();
        };
        merged_starts_.push_back(edge(i));
        out = merge_runs(all.subspan(edge(i), edge(i + 1) - edge(i)),
                         all.subspan(edge(i + 1), edge(i + 2) - edge(i + 1)), out);
    }
    keys_.swap(merged_);
    run_starts_.swap(merged_starts_);
}

void RunSorter::drop_front(std::size_t count) {
    keys_.erase(keys_.begin(), keys_.begin() + static_cast<std::ptrdiff_t>(count));
}

}  // namespace wbtrace::pipeline
