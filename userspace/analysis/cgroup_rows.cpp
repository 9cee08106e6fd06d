// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/cgroup_rows.h"

#include <map>
#include <string>
#include <string_view>
#include <tuple>

#include "analysis/bounded_table.h"
#include "analysis/charge.h"
#include "analysis/elapsed.h"
#include "analysis/record_fields.h"

namespace wbtrace::analysis {

namespace {

constexpr std::size_t most_cgroups = 4096;  // stated in docs/overhead.md
constexpr std::size_t most_names = 16384;   // of cgroups made during the trace

class CgroupRows final : public Aggregator {
public:
    explicit CgroupRows(const Context& context) : context_(context) {}

    using Aggregator::on;
    void on(const wb_request_done& record) override;
    void on(const wb_page_run& record) override;
    void on(const wb_dirty_throttled& record) override;
    void on(const wb_cgroup_made& record) override;
    void fill(model::Snapshot& snapshot) const override;

private:
    [[nodiscard]] std::string path_of(std::uint64_t id) const;

    const Context& context_;
    BoundedTable<std::uint64_t, model::CgroupFigures> cgroups_{rows_kept(most_cgroups, context_)};
    KindRows<model::CgroupFigures> kinds_;
    std::map<std::uint64_t, std::string> made_;  // id -> path
};

void CgroupRows::on(const wb_request_done& record) {
    if (!counts_in_tables(record, context_)) return;
    const auto kind = kind_of(record, context_);
    const auto task = charged_task(record, kind);
    auto& row = task ? cgroups_.at(task->cgroup_id) : kinds_.at(record, kind, context_);
    charge(record, kind, row.charged);
    if (record.bio_cgroup_id != 0)
        cgroups_.at(record.bio_cgroup_id).block_charged_bytes += record.done_bytes;
}

void CgroupRows::on(const wb_page_run& record) {
    if (record.action != WB_PAGES_DIRTIED) return;
    cgroups_.at(record.cgroup_id).dirtied_bytes += times(record.pages, context_.page_bytes);
}

void CgroupRows::on(const wb_dirty_throttled& record) {
    if (record.pause_jiffies <= 0) return;
    cgroups_.at(record.cgroup_id).throttle_ns += jiffies_to_ns(
        static_cast<std::uint64_t>(record.pause_jiffies), context_.jiffies_per_second);
}

// The lowest numbers are the oldest: those have had their time.
void CgroupRows::on(const wb_cgroup_made& record) {
    made_[record.id] = text_of(record.path);
    if (made_.size() > most_names) made_.erase(made_.begin());
}

std::string CgroupRows::path_of(std::uint64_t id) const {
    if (const auto made = made_.find(id); made != made_.end()) return made->second;
    const auto listed = context_.cgroup_paths.find(id);
    return listed == context_.cgroup_paths.end() ? "" : listed->second;
}

void CgroupRows::fill(model::Snapshot& snapshot) const {
    if (context_.jiffies_per_second == 0)
        snapshot.capture.unavailable["cgroups[].throttle_ns"] =
            "the length of a jiffy is not known";
    auto& rows = snapshot.cgroups;
    rows.clear();
    cgroups_.for_each([&](std::uint64_t id, const model::CgroupFigures& figures) {
        model::CgroupFigures& row = rows.emplace_back(figures);
        row.id = id;
        row.path = path_of(id);
    });
    kinds_.add_to(rows);
    finish_rows(cgroups_, rows, [](const model::CgroupFigures& row) {
        return std::tuple(row.kind, row.id, std::string_view(row.filesystem));
    });
}

}  // namespace

std::unique_ptr<Aggregator> make_cgroup_rows(const Context& context) {
    return std::make_unique<CgroupRows>(context);
}

}  // namespace wbtrace::analysis
