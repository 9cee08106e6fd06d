// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "commands/intervals.h"

#include <cstdint>
#include <utility>

#include "analysis/interval.h"
#include "workload/wait.h"

namespace wbtrace {

namespace {

class Intervals {
public:
    Intervals(const cli::Options& options, Tracing& tracing, Reporting& reporting)
        : options_(options), tracing_(tracing), reporting_(reporting) {}

    /// At the end of an interval. False: that was the last one; it is shown by finish().
    bool tick() {
        if (reporting_.ended() || (options_.count && number_ + 1 >= *options_.count)) return false;
        // Nobody reads what there is: the next interval will be as much longer.
        if (!reporting_.takes_intervals()) return true;
        auto now = tracing_.so_far();
        if (!now) return false;  // finish() tells why
        show(std::move(*now));
        return true;
    }

    Result<model::Snapshot> finish(workload::SignalInbox& inbox) {
        auto whole = tracing_.finish(std::nullopt);
        if (!whole) return whole;
        show(*whole);
        analysis::mark_as_whole(*whole, number_);
        if (auto shown = reporting_.show_last(*whole, inbox); !shown)
            return tl::unexpected(shown.error());
        return whole;
    }

private:
    void show(model::Snapshot now) {
        reporting_.show_interval(analysis::interval_between(previous_, now, ++number_));
        previous_ = std::move(now);
    }

    const cli::Options& options_;
    Tracing& tracing_;
    Reporting& reporting_;
    std::uint64_t number_ = 0;
    model::Snapshot previous_;  // nothing before the first interval
};

}  // namespace

Result<model::Snapshot> trace_intervals(const cli::Options& options, Tracing& tracing,
                                        workload::SignalInbox& inbox, Reporting& reporting) {
    if (auto begun = reporting.begin_intervals(); !begun) return tl::unexpected(begun.error());
    Intervals intervals(options, tracing, reporting);
    workload::WaitPlan plan;
    plan.at_most = options.duration;
    plan.tick = *options.interval;
    plan.on_tick = [&] { return intervals.tick(); };
    if (auto waited = workload::wait_for_signal(inbox, plan); !waited)
        return tl::unexpected(waited.error());
    return intervals.finish(inbox);
}

}  // namespace wbtrace
