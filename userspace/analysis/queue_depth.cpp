// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/queue_depth.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "analysis/device_rows.h"
#include "analysis/record_fields.h"
#include "analysis/stamp_sorter.h"

namespace wbtrace::analysis {

namespace {

// At 300 k requests/s on one device a request is overtaken after 0.2 s. Two stamps each,
// a little below the power of two that vectors grow to: 2 MiB.
constexpr std::size_t default_max_waiting = 120'000;

// A cut stays so far behind the newest records, or twice the longest request so far: what was
// issued before and is still in the driver has no record yet.
constexpr std::uint64_t least_margin_ns = 50'000'000;

// A burst of one device must not keep the memory that the next one needs.
void give_back_memory(std::vector<std::uint64_t>& stamps) {
    if (stamps.capacity() / 4 > stamps.size()) stamps.shrink_to_fit();
}

/// The depth at t is the number of issues up to t less that of completions up to t, so
/// they need not be kept in pairs, only in order.
class DeviceDepth {
public:
    explicit DeviceDepth(std::uint32_t dev) : dev_(dev) {}

    /// Takes a request that was issued before it completed. False when it was overtaken:
    /// it is counted already and does not wait.
    bool add(std::uint64_t issued_ns, std::uint64_t completed_ns);
    void count_older_half(StampSorter& sorter);
    void count_all(StampSorter& sorter);
    /// Those whose depth can be told when the records up to `now_ns` are here.
    void count_decided(std::uint64_t now_ns, StampSorter& sorter);

    [[nodiscard]] std::size_t waiting() const { return issues_.size(); }
    [[nodiscard]] std::uint32_t dev() const { return dev_; }
    [[nodiscard]] std::uint64_t overtaken() const { return overtaken_; }
    [[nodiscard]] const model::Histogram& depths() const { return depths_; }

private:
    void add_overtaken(std::uint64_t completed_ns);
    void put_in_order(StampSorter& sorter);
    void count_first(std::size_t count);

    std::uint32_t dev_;
    std::vector<std::uint64_t> issues_;       // that wait: none is before counted_to_ns_
    std::size_t issues_in_order_ = 0;         // the first so many
    std::vector<std::uint64_t> completions_;  // the same, and of those open then
    std::uint64_t counted_to_ns_ = 0;         // issues before it are counted
    std::uint64_t open_ = 0;                  // requests issued before it and not yet completed
    std::uint64_t longest_ns_ = 0;            // from issue to completion
    std::uint64_t overtaken_ = 0;
    model::Histogram depths_;
};

bool DeviceDepth::add(std::uint64_t issued_ns, std::uint64_t completed_ns) {
    longest_ns_ = std::max(longest_ns_, completed_ns - issued_ns);
    if (issued_ns < counted_to_ns_) {
        add_overtaken(completed_ns);
        return false;
    }
    issues_.push_back(issued_ns);
    completions_.push_back(completed_ns);
    return true;
}

// Too late for the depths that were counted, but in time for those to come.
void DeviceDepth::add_overtaken(std::uint64_t completed_ns) {
    ++overtaken_;
    depths_.record(open_ + 1);
    if (completed_ns < counted_to_ns_) return;
    ++open_;
    completions_.push_back(completed_ns);
}

// Only from where the new ones begin to mix with those already in order.
void DeviceDepth::put_in_order(StampSorter& sorter) {
    const auto fresh = issues_.begin() + static_cast<std::ptrdiff_t>(issues_in_order_);
    if (fresh != issues_.end()) {
        const std::uint64_t earliest_ns = *std::min_element(fresh, issues_.end());
        sorter.sort({std::upper_bound(issues_.begin(), fresh, earliest_ns), issues_.end()});
        issues_in_order_ = issues_.size();
    }
    if (!std::is_sorted(completions_.begin(), completions_.end()))  // only by late records
        std::sort(completions_.begin(), completions_.end());
}

void DeviceDepth::count_older_half(StampSorter& sorter) {
    put_in_order(sorter);
    // Requests of one instant see each other: the cut must not part them.
    const auto middle = issues_.begin() + static_cast<std::ptrdiff_t>((issues_.size() - 1) / 2);
    const auto end = std::upper_bound(middle, issues_.end(), *middle);
    count_first(static_cast<std::size_t>(end - issues_.begin()));
}

void DeviceDepth::count_all(StampSorter& sorter) {
    put_in_order(sorter);
    count_first(issues_.size());
}

void DeviceDepth::count_decided(std::uint64_t now_ns, StampSorter& sorter) {
    const std::uint64_t margin_ns = std::max(least_margin_ns, 2 * longest_ns_);
    if (now_ns <= margin_ns) return;
    put_in_order(sorter);
    const auto end = std::lower_bound(issues_.begin(), issues_.end(), now_ns - margin_ns);
    count_first(static_cast<std::size_t>(end - issues_.begin()));
}

void DeviceDepth::count_first(std::size_t count) {
    const auto end = issues_.begin() + static_cast<std::ptrdiff_t>(count);
    auto completion = completions_.begin();
    for (auto issue = issues_.begin(); issue != end;) {
        const std::uint64_t now_ns = *issue;
        const auto later = std::find_if(issue, end, [&](auto ns) { return ns != now_ns; });
        const auto together = static_cast<std::uint64_t>(later - issue);
        open_ += together;
        // Ends before the last one: who is issued now completes later.
        for (; *completion <= now_ns; ++completion) --open_;
        depths_.record(open_, together);
        counted_to_ns_ = now_ns + 1;
        issue = later;
    }
    issues_.erase(issues_.begin(), end);
    issues_in_order_ = issues_.size();
    completions_.erase(completions_.begin(), completion);
    give_back_memory(issues_);
    give_back_memory(completions_);
}

class QueueDepth final : public Aggregator {
public:
    QueueDepth(const Context& context, std::size_t max_waiting)
        : context_(context), max_waiting_(max_waiting) {}

    using Aggregator::on;
    void on(const wb_request_done& record) override;
    void fill(model::Snapshot& snapshot) const override;
    void fill_until(std::uint64_t cut_ns, model::Snapshot& snapshot) override;

private:
    DeviceDepth& device_at(std::uint32_t slot, std::uint32_t dev);
    void put(std::uint32_t slot, const DeviceDepth& device, model::Snapshot& snapshot) const;
    void make_room();

    const Context& context_;
    const std::size_t max_waiting_;
    std::size_t waiting_ = 0;
    StampSorter sorter_;
    std::array<std::unique_ptr<DeviceDepth>, WB_MAX_DEVICES> devices_;
};

void QueueDepth::on(const wb_request_done& record) {
    const auto slot = slot_of(record);
    const std::uint64_t completed_ns = record.header.time_ns;
    if (!slot || record.issued_ns == 0 || completed_ns == 0) return;
    // It was in the driver, if only for an instant or by clocks that disagree.
    const std::uint64_t issued_ns = std::min<std::uint64_t>(record.issued_ns, completed_ns - 1);
    if (device_at(*slot, record.dev).add(issued_ns, completed_ns)) ++waiting_;
    if (waiting_ > max_waiting_) make_room();
}

// From the device that has most, so that a slow one next to a fast one is not hurried.
void QueueDepth::make_room() {
    const auto waiting = [](const auto& device) { return device ? device->waiting() : 0; };
    const auto most =
        std::max_element(devices_.begin(), devices_.end(),
                         [&](const auto& a, const auto& b) { return waiting(a) < waiting(b); });
    waiting_ -= (*most)->waiting();
    (*most)->count_older_half(sorter_);
    waiting_ += (*most)->waiting();
}

DeviceDepth& QueueDepth::device_at(std::uint32_t slot, std::uint32_t dev) {
    auto& device = devices_[slot];
    if (!device) device = std::make_unique<DeviceDepth>(dev);
    return *device;
}

// What waits goes on waiting: counted in a copy.
void QueueDepth::fill(model::Snapshot& snapshot) const {
    StampSorter sorter;
    for (std::uint32_t slot = 0; slot < devices_.size(); ++slot) {
        if (!devices_[slot]) continue;
        DeviceDepth device = *devices_[slot];
        device.count_all(sorter);
        put(slot, device, snapshot);
    }
}

// What is not decided yet belongs to a later interval.
void QueueDepth::fill_until(std::uint64_t cut_ns, model::Snapshot& snapshot) {
    for (std::uint32_t slot = 0; slot < devices_.size(); ++slot) {
        if (!devices_[slot]) continue;
        waiting_ -= devices_[slot]->waiting();
        devices_[slot]->count_decided(cut_ns, sorter_);
        waiting_ += devices_[slot]->waiting();
        put(slot, *devices_[slot], snapshot);
    }
}

void QueueDepth::put(std::uint32_t slot, const DeviceDepth& device,
                     model::Snapshot& snapshot) const {
    model::DeviceFigures& to = device_row(slot, device.dev(), context_, snapshot);
    to.queue_depth_requests = device.depths();
    to.queue_depth_overtaken = device.overtaken();
}

}  // namespace

std::unique_ptr<Aggregator> make_queue_depth(const Context& context) {
    return make_queue_depth(context, default_max_waiting);
}

std::unique_ptr<Aggregator> make_queue_depth(const Context& context, std::size_t max_waiting) {
    return std::make_unique<QueueDepth>(context, max_waiting);
}

}  // namespace wbtrace::analysis
