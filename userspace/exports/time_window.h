// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <utility>
#include <vector>

namespace wbtrace::exports {

/// Puts items with a member `time_ns` into the order of their times: a record comes when
/// something is over, and tells of a moment before. Of equal times the one added first comes
/// first.
///
/// Memory is bounded: when more than `most` items wait, the earlier half is shown. One that comes
/// later than others of its time were shown is shown with the next, out of order, and counted.
template <typename Item>
class TimeWindow {
public:
    using Show = std::function<void(const Item&)>;

    TimeWindow(std::size_t most, Show show) : most_(most), show_(std::move(show)) {}

    void add(const Item& item) {
        waiting_.push_back(item);
        if (waiting_.size() >= most_) show_first(waiting_.size() / 2);
    }
    void finish() { show_first(waiting_.size()); }

    [[nodiscard]] std::uint64_t out_of_order() const { return out_of_order_; }

private:
    static bool earlier(const Item& a, const Item& b) { return a.time_ns < b.time_ns; }

    void show_first(std::size_t count) {
        // What waited before is in order already.
        const auto fresh = waiting_.begin() + static_cast<std::ptrdiff_t>(in_order_);
        std::stable_sort(fresh, waiting_.end(), earlier);
        std::inplace_merge(waiting_.begin(), fresh, waiting_.end(), earlier);
        const auto end = waiting_.begin() + static_cast<std::ptrdiff_t>(count);
        for (auto item = waiting_.begin(); item != end; ++item) {
            if (item->time_ns < shown_to_ns_) ++out_of_order_;
            shown_to_ns_ = std::max(shown_to_ns_, item->time_ns);
            show_(*item);
        }
        waiting_.erase(waiting_.begin(), end);
        in_order_ = waiting_.size();
    }

    std::size_t most_;
    Show show_;
    std::vector<Item> waiting_;
    std::size_t in_order_ = 0;
    std::uint64_t shown_to_ns_ = 0;
    std::uint64_t out_of_order_ = 0;
};

}  // namespace wbtrace::exports
