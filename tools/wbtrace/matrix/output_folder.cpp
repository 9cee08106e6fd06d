// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "matrix/output_folder.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "base/durable_file.h"
#include "base/open_files.h"
#include "base/printable.h"
#include "input_file.h"

namespace wbtrace {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_record = 1U << 20;

/// The text of a file of OUT, or nothing.
std::optional<std::string> kept_text(const std::string& path) {
    std::error_code unknown;
    if (!fs::is_regular_file(path, unknown)) return std::nullopt;
    auto text = read_text(path, most_record);
    return text ? std::optional(std::move(*text)) : std::nullopt;
}

Result<void> check_kept(const std::string& out, const char* file, const std::string& wanted) {
    const auto kept = kept_text(out + "/" + file);
    if (!kept || *kept == wanted) return {};
    return fail(fmt::format("{} holds the results of another {}", brief(out),
                            std::string_view(file) == "plan.toml" ? "plan" : "job.fio"),
                fmt::format("give another --out, or {}/{}", brief(out), file));
}

std::string order_text(const PlanFile& plan, const std::vector<plan::Case>& cases) {
    std::string text = plan.plan.shuffled ? fmt::format("# shuffled, seed {}\n", plan.plan.seed)
                                          : std::string("# as written\n");
    for (const auto& one : cases) text += one.folder + "\n";
    return text;
}

bool holds_something(const std::string& out) {
    std::error_code error;
    const fs::directory_iterator first(out, error);
    return !error && first != fs::directory_iterator();
}

}  // namespace

Result<void> keep_text(const std::string& path, std::string_view text) {
    if (replace_file(path, text, 0644).valid()) return {};
    return fail(fmt::format("cannot write {}: {}", brief(path), std::strerror(errno)),
                remedy_for(errno, "make room, or give another --out"));
}

Result<void> check_output(const std::string& out, const PlanFile& plan) {
    std::error_code unknown;
    if (!fs::exists(out, unknown)) return {};
    if (!fs::is_directory(out, unknown))
        return fail(fmt::format("{} is no folder", brief(out)), "give another --out");
    if (holds_something(out) && !fs::exists(out + "/plan.toml", unknown))
        return fail(fmt::format("{} holds other things than the results of a matrix", brief(out)),
                    "give another --out");
    if (auto same = check_kept(out, "plan.toml", plan.text); !same) return same;
    if (plan.job.empty()) return {};
    return check_kept(out, "job.fio", plan.job);
}

Result<void> begin_output(const std::string& out, const PlanFile& plan,
                          const std::vector<plan::Case>& cases) {
    std::error_code error;
    fs::create_directories(out, error);
    if (error)
        return fail(fmt::format("cannot make {}: {}", brief(out), error.message()),
                    "give another --out");
    // The plan first: it makes the folder one of a matrix.
    if (auto kept = keep_text(out + "/plan.toml", plan.text); !kept) return kept;
    if (!plan.job.empty())
        if (auto kept = keep_text(out + "/job.fio", plan.job); !kept) return kept;
    return keep_text(out + "/order", order_text(plan, cases));
}

std::optional<plan::CaseRecord> case_record_in(const std::string& out, const plan::Case& one) {
    const auto path = fmt::format("{}/{}/case.json", out, one.folder);
    const auto text = kept_text(path);
    if (!text) return std::nullopt;
    auto record = plan::parse_case_record(path, *text);
    return record ? std::optional(std::move(*record)) : std::nullopt;
}

Result<std::string> begin_case_folder(const std::string& out, const plan::Case& one) {
    const auto folder = fmt::format("{}/{}", out, one.folder);
    std::error_code error;
    // All in it is ours: the name says what no other folder would.
    fs::remove_all(folder, error);
    if (!error) fs::create_directories(folder, error);
    if (!error) return folder;
    return fail(fmt::format("cannot make {}: {}", brief(folder), error.message()),
                "give another --out");
}

Result<void> write_case(const std::string& folder, const plan::CaseRecord& record) {
    for (const auto& [metric, value] : record.metrics)
        if (value && metric.find('/') == std::string::npos)
            if (auto kept =
                    keep_text(fmt::format("{}/{}", folder, metric), fmt::format("{}\n", *value));
                !kept)
                return kept;
    return keep_text(folder + "/case.json", plan::to_json(record));
}

}  // namespace wbtrace
