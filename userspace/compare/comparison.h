// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "compare/grouping.h"
#include "compare/histogram_shift.h"
#include "compare/statistics.h"

namespace wbtrace::compare {

enum class Test { welch, mann_whitney };

struct Question {
    std::vector<std::string> metrics =
        {};  ///< names, sets and paths; empty: as the layout likes it
    Test test = Test::welch;
    bool histograms = false;  ///< compare them, too: that takes longest
    double level = 0.05;      ///< of a case: probability of any false alarm among its metrics
};

/// Of a group against the first.
struct Change {
    std::optional<double> percent = {};  ///< of the means; empty: one is missing, or the base is 0
    std::optional<double> p = {};        ///< corrected for the number of metrics; empty: no test
    std::optional<Interval> ratio = {};
    bool significant = false;
};

struct Cell {
    std::vector<double> values = {};
    std::optional<Summary> summary = {};  ///< empty: not measured
    Change change = {};
};

/// One metric of one case; a cell for each group.
struct Row {
    std::string metric;
    std::string case_name;  ///< empty: there is but one
    std::vector<Cell> cells;
};

/// A setting that the groups do not share, with what each has; several values of one group are
/// joined.
struct Difference {
    std::string setting;
    std::vector<std::string> values;
};

/// What a stage did differently.
struct Moved {
    std::string stage, what, unit;
    double base = 0, fresh = 0;
    double octaves = 0;        ///< how far it moved, as |log2| of the ratio
    std::string setting = {};  ///< of this very stage, that differs; empty: none
};

/// Part of a changed runtime, from the threads' time budget.
struct TimeShare {
    std::string part;
    double seconds = 0;  ///< more than in the base
    double share = 0;    ///< of the change of all
};

/// Why a case differs in a group from the first one.
struct Why {
    std::string case_name;
    std::size_t group = 1;
    std::vector<std::string> outcomes = {};       ///< metrics that changed significantly
    std::vector<Moved> stages = {};               ///< that moved with them, the furthest first
    std::vector<TimeShare> times = {};            ///< largest first
    std::vector<std::string> insignificant = {};  ///< stages of which nothing can be said
};

struct Comparison {
    Question question;
    std::vector<std::string> labels;  ///< of the groups
    std::vector<Row> rows;            ///< all that is known: by metric, then by case
    std::vector<std::string> shown;   ///< the metrics that were asked for, in that order
    bool tested = false;              ///< there are two runs on both sides somewhere
    std::vector<Difference> differences = {};
    std::vector<Why> why = {};
    std::vector<HistogramShift> shifts = {};
    std::vector<std::string> warnings = {};

    /// Of one metric, by case.
    [[nodiscard]] std::vector<const Row*> rows_of(const std::string& metric) const;
    [[nodiscard]] const Row* row(const std::string& metric, const std::string& case_name) const;
};

/// Compares groups, at least two. Fails when a metric that was asked for is in no run.
Result<Comparison> compared(const std::vector<Group>& groups, Question question);

}  // namespace wbtrace::compare
