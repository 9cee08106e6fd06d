// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "matrix/outcome_table.h"

#include <set>
#include <utility>

#include "compare/comparison.h"
#include "compare/grouping.h"
#include "compare/layout.h"
#include "plan/cases.h"

namespace wbtrace {

namespace {

/// From case.json alone, which has the metrics: reports may be large.
compare::Run run_of(const std::string& name, const plan::CaseRecord& record) {
    compare::Run run;
    run.name = name;
    for (const auto& [metric, value] : record.metrics)
        if (value) run.figures[metric] = {*value};
    return run;
}

}  // namespace

Result<std::string> outcome_table(const MatrixContext& context,
                                  const std::vector<plan::Case>& cases) {
    compare::Group group{context.label, {}};
    std::set<std::string> known;
    for (const auto& one : cases) {
        const auto record = case_record_in(context.out, one);
        if (!record || record->status != plan::CaseRecord::Status::done) continue;
        auto run = run_of(one.folder, *record);
        for (const auto& [metric, values] : run.figures) known.insert(metric);
        group.cases[plan::case_name(one, context.plan.plan.workload.kind)].push_back(
            std::move(run));
    }
    if (known.empty()) return std::string();
    compare::Question question;
    for (const auto& metric : context.metrics)
        if (known.count(metric) != 0) question.metrics.push_back(metric);
    auto comparison = compare::compared({std::move(group)}, std::move(question));
    if (!comparison) return tl::unexpected(comparison.error());
    return compare::written(*comparison, compare::Layout::values);
}

}  // namespace wbtrace
