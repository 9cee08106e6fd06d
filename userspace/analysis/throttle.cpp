// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/throttle.h"

#include <algorithm>
#include <map>
#include <string>
#include <unordered_map>

#include "analysis/bdi_name.h"
#include "analysis/bounded_table.h"
#include "analysis/dirty_limit.h"
#include "analysis/elapsed.h"
#include "analysis/record_fields.h"

namespace wbtrace::analysis {

namespace {

constexpr std::size_t most_asleep = 65536;
constexpr std::size_t most_paused = 8192;  // processes; stated in docs/overhead.md

// Longest first; names and numbers only so that equal rows keep their order.
template <typename Row, typename Tie>
void sort_by_pause(std::vector<Row>& rows, Tie tie) {
    std::sort(rows.begin(), rows.end(), [&](const Row& a, const Row& b) {
        if (a.pause_ns.sum() != b.pause_ns.sum()) return a.pause_ns.sum() > b.pause_ns.sum();
        return tie(a) < tie(b);
    });
}

template <typename Figures>
void count_limit(model::DirtyLimit limit, Figures& to) {
    switch (limit) {
    case model::DirtyLimit::global: ++to.limit_global; break;
    case model::DirtyLimit::device: ++to.limit_device; break;
    case model::DirtyLimit::memcg: ++to.limit_memcg; break;
    }
}

/// A row of a bounded table: those that were put to sleep least become one, without a number.
struct PausedProcess : model::ThrottledProcess {
    PausedProcess& operator+=(const PausedProcess& more) {
        comm = "others";
        in_scope = in_scope || more.in_scope;
        pause_ns.merge(more.pause_ns);
        return *this;
    }
    [[nodiscard]] std::uint64_t weight() const { return pause_ns.sum(); }
};

class Throttle final : public Aggregator {
public:
    explicit Throttle(const Context& context) : context_(context) {}

    using Aggregator::on;
    void on(const wb_dirty_throttled& record) override;
    void on(const wb_ratelimit_updated& record) override;
    void fill(model::Snapshot& snapshot) const override;
    void fill_until(std::uint64_t cut_ns, model::Snapshot& snapshot) override;

private:
    void record_process(const wb_dirty_throttled& record, std::uint64_t pause_ns);
    void record_scope(const wb_dirty_throttled& record, std::uint64_t pause_ns);
    void forget_awake(std::uint64_t now_ns);
    void fill_rows(model::ThrottleFigures& to) const;

    const Context& context_;
    BoundedTable<std::uint32_t, PausedProcess> by_process_{most_paused};  // by tgid
    std::map<BdiKey, model::ThrottledDevice> by_device_;
    std::map<BdiKey, model::Ratelimit> ratelimits_;
    model::Histogram pause_ns_;
    model::Histogram scope_pause_ns_;
    std::uint64_t scope_pause_after_end_ns_ = 0;
    struct {
        std::uint64_t limit_global = 0, limit_device = 0, limit_memcg = 0;
    } limits_;
    std::optional<model::DirtyState> last_;
    std::unordered_map<std::uint32_t, std::uint64_t> asleep_until_;  // by task, ns
    std::uint64_t some_forgotten_until_ns_ = 0;  // till then there are more asleep
};

void Throttle::on(const wb_dirty_throttled& record) {
    if (record.pause_jiffies <= 0) return;  // did not wait
    const std::uint64_t pause_ns = jiffies_to_ns(static_cast<std::uint64_t>(record.pause_jiffies),
                                                 context_.jiffies_per_second);
    pause_ns_.record(pause_ns);
    if (record.in_scope != 0) record_scope(record, pause_ns);
    record_process(record, pause_ns);

    auto& device = by_device_[BdiKey::of(record)];
    device.pause_ns.record(pause_ns);
    const model::DirtyLimit limit = limit_that_bit(record);
    count_limit(limit, device);
    count_limit(limit, limits_);
    device.dirty_pages = record.bdi_dirty;
    device.thresh_pages = record.bdi_thresh;
    last_ = {record.dirty, record.bg_thresh, record.thresh};
    if (asleep_until_.size() >= most_asleep) forget_awake(record.header.time_ns);
    asleep_until_[record.pid] = record.header.time_ns + pause_ns;
}

/// Of a trace without cuts, only the last of so many tasks are remembered.
void Throttle::forget_awake(std::uint64_t now_ns) {
    std::erase_if(asleep_until_, [now_ns](const auto& task) { return task.second <= now_ns; });
    if (asleep_until_.size() < most_asleep) return;
    for (const auto& [task, until_ns] : asleep_until_)
        some_forgotten_until_ns_ = std::max(some_forgotten_until_ns_, until_ns);
    asleep_until_.clear();
}

void Throttle::fill_until(std::uint64_t cut_ns, model::Snapshot& snapshot) {
    forget_awake(cut_ns);
    fill(snapshot);
}

void Throttle::record_scope(const wb_dirty_throttled& record, std::uint64_t pause_ns) {
    scope_pause_ns_.record(pause_ns);
    if (record.after_command != 0) scope_pause_after_end_ns_ += pause_ns;
}

// The newest name: a process is better known by what it exec'd than by its shell.
void Throttle::record_process(const wb_dirty_throttled& record, std::uint64_t pause_ns) {
    auto& process = by_process_.at(record.tgid);
    process.tgid = record.tgid;
    process.comm = text_of(record.comm);
    process.in_scope = process.in_scope || record.in_scope != 0;
    process.pause_ns.record(pause_ns);
}

void Throttle::on(const wb_ratelimit_updated& record) {
    auto& limit = ratelimits_[BdiKey::of(record)];
    ++limit.updates;
    limit.write_bandwidth = times(record.write_bandwidth, context_.page_bytes);
    limit.avg_write_bandwidth = times(record.avg_write_bandwidth, context_.page_bytes);
    limit.dirty_ratelimit = times(record.dirty_ratelimit, context_.page_bytes);
    limit.task_ratelimit = times(record.task_ratelimit, context_.page_bytes);
}

void Throttle::fill(model::Snapshot& snapshot) const {
    if (context_.jiffies_per_second == 0) {
        snapshot.capture.unavailable["throttle"] = "the length of a jiffy is not known";
        return;
    }
    if (!snapshot.throttle) snapshot.throttle.emplace();
    model::ThrottleFigures& to = *snapshot.throttle;
    to.pause_hist_ns = pause_ns_;
    to.scope_pause_hist_ns = scope_pause_ns_;
    to.scope_pause_after_end_ns = scope_pause_after_end_ns_;
    to.limit_global = limits_.limit_global;
    to.limit_device = limits_.limit_device;
    to.limit_memcg = limits_.limit_memcg;
    to.last = last_;
    const auto now_ns = context_.cut_ns;
    if (now_ns != 0 && some_forgotten_until_ns_ <= now_ns)
        to.throttled_now =
            std::count_if(asleep_until_.begin(), asleep_until_.end(),
                          [now_ns](const auto& task) { return task.second > now_ns; });
    fill_rows(to);
}

void Throttle::fill_rows(model::ThrottleFigures& to) const {
    to.by_process.clear();
    by_process_.for_each(
        [&to](std::uint32_t, const PausedProcess& process) { to.by_process.push_back(process); });
    if (by_process_.folded() != 0) to.by_process.push_back(by_process_.other());
    sort_by_pause(to.by_process, [](const auto& row) { return row.tgid; });

    to.by_device.clear();
    for (const auto& [bdi, device] : by_device_) {
        to.by_device.push_back(device);
        to.by_device.back().name = readable_name(bdi, context_);
        to.by_device.back().bdi = unique_name(bdi);
    }
    sort_by_pause(to.by_device, [](const auto& row) { return std::string_view(row.name); });

    to.ratelimits.clear();
    for (const auto& [bdi, limit] : ratelimits_) {
        to.ratelimits.push_back(limit);
        to.ratelimits.back().name = readable_name(bdi, context_);
        to.ratelimits.back().bdi = unique_name(bdi);
    }
}

}  // namespace

std::unique_ptr<Aggregator> make_throttle(const Context& context) {
    return std::make_unique<Throttle>(context);
}

}  // namespace wbtrace::analysis
