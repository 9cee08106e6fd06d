// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Runs against runs.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/printable.h"
#include "cli/exit_status.h"
#include "commands/command.h"
#include "compare/differences.h"
#include "compare/read_run.h"
#include "complain.h"
#include "output.h"
#include "run_reader.h"

namespace wbtrace {

namespace {

using compare::Comparison;
using compare::Group;
using compare::Layout;

Result<std::vector<compare::Run>> read_runs(const cli::Options& options,
                                            const std::vector<std::string>& names) {
    std::vector<std::string> paths;
    const auto& metrics = options.question.metrics;
    std::copy_if(metrics.begin(), metrics.end(), std::back_inserter(paths), compare::is_path);
    std::vector<compare::Run> runs;
    std::vector<std::string> left_out;
    for (const auto& name : names) {
        auto run = read_run(name, paths);
        if (!run) return tl::unexpected(run.error());
        if (run->left_out.empty())
            runs.push_back(std::move(*run));
        else
            left_out.push_back(std::move(run->left_out));
    }
    if (left_out.empty()) return runs;
    const auto example = brief(left_out.front());
    if (runs.empty())
        return fail("none of the cases was run to its end, such as " + example,
                    "let wbtrace matrix go on");
    complain({fmt::format("{} of {} cases are left out, such as {}", left_out.size(), names.size(),
                          example)},
             0);
    return runs;
}

Result<std::vector<Group>> grouped_runs(const cli::Options& options) {
    auto runs = read_runs(options, options.runs);
    if (!runs) return tl::unexpected(runs.error());
    if (!options.suffixes.empty())
        return compare::grouped_by_suffix(std::move(*runs), options.suffixes);
    if (!options.by_axes.empty())
        return compare::grouped_by_axes(std::move(*runs), options.by_axes);
    std::vector<std::vector<compare::Run>> sides;
    sides.push_back(std::move(*runs));
    for (const auto& names : options.against) {
        auto side = read_runs(options, names);
        if (!side) return tl::unexpected(side.error());
        sides.push_back(std::move(*side));
    }
    return compare::grouped_as_given(std::move(sides));
}

Result<Comparison> answer(const cli::Options& options) {
    const auto groups = grouped_runs(options);
    if (!groups) return tl::unexpected(groups.error());
    if (auto fits = compare::check_comparable(*groups, options.force); !fits)
        return tl::unexpected(fits.error());
    auto question = options.question;
    question.histograms = options.layout == Layout::histogram || options.layout == Layout::json;
    auto comparison = compare::compared(*groups, std::move(question));
    if (comparison && comparison->rows.empty())
        return fail("there is no figure in these runs to compare",
                    "give reports of wbtrace, fio's JSON, or folders of numbers");
    return comparison;
}

/// Of hundreds of runs each may have something: the first tell enough.
void warn(const Comparison& comparison, Layout layout) {
    constexpr std::size_t enough = 10;
    const auto& warnings = comparison.warnings;
    for (std::size_t i = 0; i < std::min(enough, warnings.size()); ++i) complain({warnings[i]}, 0);
    if (warnings.size() > enough)
        complain({fmt::format("{} more warnings", warnings.size() - enough),
                  "--layout json has them all"},
                 0);
    if (!comparison.tested && (layout == Layout::pair || layout == Layout::grid))
        complain({"1 run: no test"}, 0);
}

}  // namespace

int compare_command(const cli::Options& options) {
    const auto comparison = answer(options);
    if (!comparison) return complain(comparison.error(), cli::exit_failed);
    auto out = Output::to_file("-");
    if (!out) return complain(out.error(), cli::exit_failed);
    const auto layout = options.layout.value_or(compare::fitting_layout(*comparison));
    warn(*comparison, layout);
    if (auto shown = out->write(compare::written(*comparison, layout)); !shown)
        return complain(shown.error(), cli::exit_failed);
    return cli::exit_ok;
}

}  // namespace wbtrace
