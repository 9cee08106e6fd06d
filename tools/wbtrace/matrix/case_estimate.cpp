// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "matrix/case_estimate.h"

#include <fmt/format.h>

#include "base/printable.h"
#include "matrix/progress.h"
#include "testbed/requirements.h"
#include "views/units_text.h"

namespace wbtrace {

namespace {

double assumed_seconds(const plan::Workload& workload, const plan::Case& one) {
    if (workload.seconds) return assumed_overhead_s + static_cast<double>(*workload.seconds);
    const auto bytes = static_cast<double>(workload.bytes.value_or(0)) * one.writers;
    return assumed_overhead_s + bytes / (assumed_mb_per_s * 1e6);
}

}  // namespace

Remaining remaining_cases(const std::string& out, const PlanFile& plan,
                          const std::vector<plan::Case>& cases) {
    Remaining remaining;
    testbed::Outlook outlook(plan.plan.devices);
    double measured_s = 0, assumed_s = 0;
    for (const auto& one : cases) {
        const auto record = case_record_in(out, one);
        const bool done = record && record->status == plan::CaseRecord::Status::done;
        remaining.done.push_back(done);
        if (done) {
            measured_s += static_cast<double>(record->took_ns) / 1e9;
        } else if (const auto& skip = outlook.of(one)) {
            remaining.impossible.emplace(remaining.done.size() - 1, skip->reason);
        } else {
            ++remaining.left;
            assumed_s += assumed_seconds(plan.plan.workload, one);
        }
    }
    const auto finished = cases.size() - remaining.left - remaining.impossible.size();
    remaining.measured = finished != 0;
    if (remaining.measured)
        remaining.seconds_each = measured_s / static_cast<double>(finished);
    else if (remaining.left != 0)
        remaining.seconds_each = assumed_s / static_cast<double>(remaining.left);
    return remaining;
}

std::string dry_run_text(const std::vector<plan::Case>& cases, const Remaining& remaining) {
    std::string text;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        text += printable(cases[i].folder) + (remaining.done[i] ? "  done" : "");
        const auto why = remaining.impossible.find(i);
        if (why != remaining.impossible.end()) text += "  impossible here: " + why->second;
        text += '\n';
    }
    return text;
}

std::string expectation_text(const std::vector<plan::Case>& cases, const Remaining& remaining) {
    const auto seconds = remaining.seconds_each * static_cast<double>(remaining.left);
    const auto basis = remaining.measured ? std::string("as those that were run")
                                          : fmt::format("at {} s a case and {} MB/s",
                                                        assumed_overhead_s, assumed_mb_per_s);
    const auto impossible = remaining.impossible.size();
    const auto done = cases.size() - remaining.left - impossible;
    const auto all = views::counted(cases.size(), "case", "cases");
    if (done == cases.size()) return all + ", all done";
    auto text = fmt::format("{}, {} of them done", all, done);
    if (impossible != 0) text += fmt::format(", {} impossible here", impossible);
    if (remaining.left == 0) return text;
    return text + fmt::format("; the rest takes about {} ({})", spoken_time(seconds), basis);
}

}  // namespace wbtrace
