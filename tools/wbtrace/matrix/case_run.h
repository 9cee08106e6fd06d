// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "matrix/output_folder.h"
#include "matrix/progress.h"
#include "plan/case_record.h"
#include "testbed/undo_journal.h"
#include "workload/signals.h"

namespace wbtrace {

/// What all cases of a matrix share.
struct MatrixContext {
    const PlanFile& plan;
    std::string out;  ///< absolute
    std::string label;
    std::string kernel;
    std::vector<std::string> metrics;
};

/// Who waits while a case runs, and who asks it to end.
struct Watch {
    workload::SignalInbox& inbox;
    Progress& progress;
};

struct CaseOutcome {
    plan::CaseRecord record;
    std::optional<int> signal = {};    ///< that asked to end before the case had: it is not over
    std::vector<std::string> notes{};  ///< settings that somebody else has changed meanwhile
};

/// Makes the case's bed, runs its workload traced, keeps what comes of it and takes the bed down
/// again. Fails when the machine is not as it was before: no further case can be run then.
Result<CaseOutcome> run_case(const MatrixContext& context, const plan::Case& one,
                             testbed::UndoJournal& journal, Watch watch);

}  // namespace wbtrace
