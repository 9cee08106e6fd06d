// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "matrix/matrix_run.h"

#include <fmt/format.h>

#include "base/printable.h"
#include "views/units_text.h"

namespace wbtrace {

namespace {

void count(const plan::CaseRecord& record, MatrixEnd& end) {
    switch (record.status) {
    case plan::CaseRecord::Status::done: ++end.done; break;
    case plan::CaseRecord::Status::failed: ++end.failed; break;
    case plan::CaseRecord::Status::skipped: ++end.skipped; break;
    }
}

}  // namespace

Result<MatrixEnd> run_cases(const MatrixContext& context, const std::vector<plan::Case>& cases,
                            const Remaining& remaining, testbed::UndoJournal& journal,
                            Watch watch) {
    MatrixEnd end;
    for (std::size_t i = 0; i < cases.size() && !end.signal; ++i) {
        if (remaining.done[i]) {
            watch.progress.pass_over();
            ++end.passed_over;
            continue;
        }
        watch.progress.begin(cases[i].folder);
        const auto outcome = run_case(context, cases[i], journal, watch);
        if (!outcome) return tl::unexpected(outcome.error());
        for (const auto& note : outcome->notes) watch.progress.say("wbtrace: " + printable(note));
        end.signal = outcome->signal;
        if (end.signal) break;
        watch.progress.end(outcome->record);
        count(outcome->record, end);
    }
    watch.progress.clear();
    return end;
}

std::string spoken_end(const MatrixEnd& end, std::size_t cases) {
    const auto done = end.done + end.passed_over;
    const auto before =
        end.passed_over == 0 ? "" : fmt::format(" ({} of them before)", end.passed_over);
    const auto not_run = cases - done - end.failed - end.skipped;
    return fmt::format("{}: {} done{}, {} failed, {} skipped{}",
                       views::counted(cases, "case", "cases"), done, before, end.failed,
                       end.skipped, not_run == 0 ? "" : fmt::format(", {} not run", not_run));
}

}  // namespace wbtrace
