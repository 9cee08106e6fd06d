// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "commands/intervals.h"

#include "analysis/interval.h"
#include "interval_cutter.h"
#include "workload/wait.h"

namespace wbtrace {

namespace {

class Intervals {
public:
    Intervals(const cli::Options& options, Tracing& tracing, IntervalSink& sink)
        : options_(options), cutter_(tracing), sink_(sink) {}

    /// At the end of an interval. False: that was the last one; it is shown by finish().
    bool tick() {
        if (sink_.ended() || (options_.count && cutter_.number() + 1 >= *options_.count))
            return false;
        // Nobody reads what there is: the next interval will be as much longer.
        if (!sink_.takes_intervals()) return true;
        if (!cutter_.cut()) return false;  // finish() tells why
        sink_.show_interval(cutter_.interval(), cutter_.whole());
        return true;
    }

    Result<model::Snapshot> finish(workload::SignalInbox& inbox) {
        if (auto finished = cutter_.finish(); !finished) return tl::unexpected(finished.error());
        sink_.show_interval(cutter_.interval(), cutter_.whole());
        model::Snapshot whole = cutter_.whole();
        analysis::mark_as_whole(whole, cutter_.number());
        if (auto shown = sink_.show_last(whole, inbox); !shown)
            return tl::unexpected(shown.error());
        return whole;
    }

private:
    const cli::Options& options_;
    IntervalCutter cutter_;
    IntervalSink& sink_;
};

}  // namespace

Result<model::Snapshot> trace_intervals(const cli::Options& options, Tracing& tracing,
                                        workload::SignalInbox& inbox, IntervalSink& sink) {
    if (auto begun = sink.begin_intervals(); !begun) return tl::unexpected(begun.error());
    Intervals intervals(options, tracing, sink);
    workload::WaitPlan plan;
    plan.at_most = options.duration;
    plan.tick = *options.interval;
    plan.on_tick = [&] { return intervals.tick(); };
    if (auto waited = workload::wait_for_signal(inbox, plan); !waited)
        return tl::unexpected(waited.error());
    return intervals.finish(inbox);
}

}  // namespace wbtrace
