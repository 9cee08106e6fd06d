// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/writeback_works.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "analysis/bdi_name.h"
#include "analysis/elapsed.h"
#include "analysis/record_fields.h"

namespace wbtrace::analysis {

namespace {

constexpr std::size_t largest_works = 10;

bool larger(const wb_work_finished& a, const wb_work_finished& b) { return a.pages > b.pages; }

std::string reason_name(std::uint32_t reason, const Context& context) {
    const auto known = context.writeback_reasons.find(reason);
    if (known != context.writeback_reasons.end()) return known->second;
    return fmt::format("reason {}", reason);
}

// A work may have been queued or even started before the trace.
std::uint64_t since_start(std::uint64_t time_ns, const Context& context) {
    return time_ns > context.start_ns ? time_ns - context.start_ns : 0;
}

class WritebackWorks final : public Aggregator {
public:
    explicit WritebackWorks(const Context& context) : context_(context) {
        largest_.reserve(largest_works + 1);
    }

    using Aggregator::on;
    void on(const wb_work_finished& record) override;
    void fill(model::Snapshot& snapshot) const override;

private:
    void keep_if_large(const wb_work_finished& record);
    [[nodiscard]] model::WritebackWork work_of(const wb_work_finished& record) const;

    const Context& context_;
    std::map<std::pair<std::uint32_t, BdiKey>, model::WritebackReason> by_reason_;
    std::vector<wb_work_finished> largest_;  // most pages first
    std::uint64_t works_ = 0;
    std::uint64_t pages_ = 0;
    Elapsed elapsed_;
};

void WritebackWorks::on(const wb_work_finished& record) {
    ++works_;
    pages_ += record.pages;
    auto& group = by_reason_[{record.reason, BdiKey::of(record)}];
    ++group.works;
    group.pages += record.pages;
    if (record.queued_ns != 0)
        elapsed_.record(record.queued_ns, record.started_ns, group.queued_to_started_ns);
    elapsed_.record(record.started_ns, record.header.time_ns, group.started_to_finished_ns);
    keep_if_large(record);
}

// Of equal ones the earlier stays first.
void WritebackWorks::keep_if_large(const wb_work_finished& record) {
    if (record.pages == 0) return;
    const auto place = std::upper_bound(largest_.begin(), largest_.end(), record, larger);
    if (place == largest_.end() && largest_.size() == largest_works) return;
    largest_.insert(place, record);
    if (largest_.size() > largest_works) largest_.pop_back();
}

model::WritebackWork WritebackWorks::work_of(const wb_work_finished& record) const {
    model::WritebackWork work;
    work.reason = reason_name(record.reason, context_);
    work.device = readable_name(BdiKey::of(record), context_);
    if (record.requester_pid != 0) {
        work.requester_comm = text_of(record.requester_comm);
        work.requester_tgid = record.requester_tgid;
    }
    if (record.queued_ns != 0) work.queued_ns = since_start(record.queued_ns, context_);
    work.started_ns = since_start(record.started_ns, context_);
    work.finished_ns = since_start(record.header.time_ns, context_);
    work.pages = record.pages;
    work.turns = record.turns;
    return work;
}

void WritebackWorks::fill(model::Snapshot& snapshot) const {
    if (!snapshot.writeback) snapshot.writeback.emplace();
    model::WritebackFigures& to = *snapshot.writeback;
    to.works = works_;
    to.pages = pages_;
    to.largest.clear();
    for (const auto& record : largest_) to.largest.push_back(work_of(record));
    to.by_reason.clear();
    for (const auto& [key, group] : by_reason_) {
        auto& row = to.by_reason.emplace_back(group);
        row.reason = reason_name(key.first, context_);
        row.device = readable_name(key.second, context_);
        row.bdi = unique_name(key.second);
    }
    // Stable: rows of equal size stay in the order of the kernel's reasons.
    std::stable_sort(to.by_reason.begin(), to.by_reason.end(),
                     [](const auto& a, const auto& b) { return a.pages > b.pages; });
    snapshot.capture.clock_anomalies += elapsed_.anomalies();
}

BdiKey bdi_of(const RunningWork& work) {
    BdiKey bdi;
    bdi.dev = work.dev;
    const auto bytes = std::min(work.bdi_name.size(), bdi.bdi_name.size());
    std::copy_n(work.bdi_name.begin(), bytes, bdi.bdi_name.begin());
    return bdi;
}

}  // namespace

void tell_running(const std::vector<RunningWork>& works, const Context& context,
                  model::WritebackFigures& to) {
    auto& rows = to.running.emplace();
    for (const auto& work : works) {
        auto& row = rows.emplace_back();
        row.reason = reason_name(work.reason, context);
        row.device = readable_name(bdi_of(work), context);
        row.requester_comm = work.requester_comm;
        row.requester_tgid = work.requester_tgid;
        if (work.queued_ns != 0) row.queued_ns = since_start(work.queued_ns, context);
        row.started_ns = since_start(work.started_ns, context);
        row.pages = work.pages;
        row.turns = work.turns;
    }
    std::stable_sort(rows.begin(), rows.end(),
                     [](const auto& a, const auto& b) { return a.started_ns < b.started_ns; });
}

std::unique_ptr<Aggregator> make_writeback_works(const Context& context) {
    return std::make_unique<WritebackWorks>(context);
}

}  // namespace wbtrace::analysis
