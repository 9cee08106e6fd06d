// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "exports/perfetto_counters.h"

#include <fmt/format.h>

#include "analysis/dirty_limit.h"
#include "analysis/elapsed.h"

namespace wbtrace::exports::perfetto {

namespace {

constexpr std::size_t most_counters = 16'384;

std::int64_t as_counter(std::uint64_t value) {
    constexpr auto most = static_cast<std::uint64_t>(INT64_MAX);
    return static_cast<std::int64_t>(value < most ? value : most);
}

}  // namespace

void DirtyCounters::set(const std::string& name, const char* unit, std::uint64_t time_ns,
                        std::uint64_t value) {
    if (tracks_.size() >= most_counters && tracks_.count(name) == 0) return;
    if (group_ == 0) {
        group_ = numbers_.next();
        packets_.describe_track(group_, 0, "dirty pages and limits");
    }
    auto& track = tracks_[name];
    if (track == 0) {
        track = numbers_.next();
        packets_.describe_counter(track, group_, name, unit);
    }
    packets_.counter(track, time_ns, as_counter(value));
}

void DirtyCounters::add(const wb_dirty_throttled& record) {
    const auto time_ns = record.header.time_ns;
    const bool memcg = analysis::limit_that_bit(record) == model::DirtyLimit::memcg;
    const auto& path = names_.cgroup(record.cgroup_id);
    const auto of = !memcg         ? std::string()
                    : path.empty() ? fmt::format(" of cgroup {}", record.cgroup_id)
                                   : " of cgroup " + path;
    set("dirty pages" + of, "pages", time_ns, record.dirty);
    set("dirty threshold" + of, "pages", time_ns, record.thresh);
    set("background threshold" + of, "pages", time_ns, record.bg_thresh);
    const auto bdi = names_.bdi(analysis::BdiKey::of(record));
    set(bdi + " dirty pages", "pages", time_ns, record.bdi_dirty);
    set(bdi + " dirty threshold", "pages", time_ns, record.bdi_thresh);
}

void DirtyCounters::add(const wb_ratelimit_updated& record) {
    const auto bdi = names_.bdi(analysis::BdiKey::of(record));
    const auto set_rate = [&](const char* what, std::uint64_t pages_per_s) {
        set(bdi + what, "bytes/s", record.header.time_ns,
            analysis::times(pages_per_s, names_.context().page_bytes));
    };
    set_rate(" write bandwidth", record.avg_write_bandwidth);
    set_rate(" dirty rate limit", record.dirty_ratelimit);
}

}  // namespace wbtrace::exports::perfetto
