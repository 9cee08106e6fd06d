// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "matrix/case_metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/printable.h"
#include "compare/figure_table.h"
#include "compare/read_run.h"
#include "run_reader.h"

namespace wbtrace {

namespace {

constexpr std::string_view fio_prefix = "fio_";
constexpr const char* fio_figures[] = {"fio_read_bw",       "fio_write_bw", "fio_reads_per_s",
                                       "fio_writes_per_s",  "fio_iops",     "fio_read_clat_ms",
                                       "fio_write_clat_ms", "fio_runtime"};

bool is_fio_figure(const std::string& metric) {
    return std::find(std::begin(fio_figures), std::end(fio_figures), metric) !=
           std::end(fio_figures);
}

/// Names of files that a case has anyway.
bool is_taken(const std::string& name) {
    constexpr const char* taken[] = {"case.json", "report.json", "report.txt",   "trace.wbt",
                                     "fio.json",  "job.fio",     "case.json.new"};
    return std::find(std::begin(taken), std::end(taken), name) != std::end(taken);
}

/// A set has several; empty: nobody knows it.
std::vector<std::string> members_of(const std::string& word, bool with_fio) {
    std::vector<std::string> members;
    if (const auto set = compare::set_named(word)) {
        for (const auto& figure : compare::figure_table())
            if (figure.set == *set) members.emplace_back(figure.name);
    } else if (compare::figure_named(word) != nullptr || compare::is_path(word) ||
               word.starts_with("time.") || (with_fio && is_fio_figure(word))) {
        // A path is the name of a file, too.
        if (word.find('/') == std::string::npos && !word.starts_with('.') && !is_taken(word))
            members.push_back(word);
    }
    return members;
}

std::optional<double> figure_in(const compare::Run& run, const std::string& metric) {
    const auto found = run.figures.find(metric);
    if (found == run.figures.end() || found->second.empty()) return std::nullopt;
    return found->second.front();
}

}  // namespace

Result<std::vector<std::string>> metrics_of(const PlanFile& plan) {
    const bool with_fio = plan.plan.workload.kind == plan::Workload::Kind::fio;
    std::vector<std::string> metrics;
    for (const auto& word : plan.plan.metrics) {
        auto members = members_of(word.text, with_fio);
        if (members.empty())
            return fail(fmt::format("{}:{}: there is no metric '{}'", brief(plan.path), word.line,
                                    brief(word.text)),
                        "docs/compare.md has their names, the sets and what paths are");
        for (auto& member : members)
            if (std::find(metrics.begin(), metrics.end(), member) == metrics.end())
                metrics.push_back(std::move(member));
    }
    if (!metrics.empty()) return metrics;
    metrics = {"write_bw", "read_bw", "runtime"};
    if (with_fio) metrics = {"fio_write_bw", "fio_read_bw", "write_bw", "read_bw"};
    return metrics;
}

Result<CaseFigures> read_metrics(const std::string& folder, const std::vector<std::string>& metrics,
                                 bool with_fio, const std::vector<std::string>& members) {
    std::vector<std::string> paths;
    std::copy_if(metrics.begin(), metrics.end(), std::back_inserter(paths), compare::is_path);
    const auto report = read_run(folder + "/report.json", paths, members);
    if (!report) return tl::unexpected(report.error());
    compare::Run fio;
    if (with_fio) {
        auto read = read_run(folder + "/fio.json", {});
        if (!read) return tl::unexpected(read.error());
        fio = std::move(*read);
    }
    CaseFigures figures;
    figures.runtime_s = figure_in(*report, "runtime");
    for (const auto& metric : metrics)
        figures.metrics[metric] = with_fio && metric.starts_with(fio_prefix)
                                      ? figure_in(fio, metric.substr(fio_prefix.size()))
                                      : figure_in(*report, metric);
    return figures;
}

}  // namespace wbtrace
