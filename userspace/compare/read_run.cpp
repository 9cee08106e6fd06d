// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "compare/read_run.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <utility>

#include "base/printable.h"
#include "compare/json_path.h"
#include "compare/read_fio.h"
#include "compare/read_report.h"
#include "plan/case_record.h"

namespace wbtrace::compare {

namespace {

using nlohmann::json;

std::string_view without_blanks(std::string_view text) {
    const auto blanks = " \t\r\n";
    const auto first = text.find_first_not_of(blanks);
    if (first == text.npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

json parsed(std::string_view text) { return json::parse(text, nullptr, false); }

/// fio writes notes before its JSON; a stream of intervals is a document a line.
Result<json> document_in(const std::string& name, std::string_view text) {
    auto document = parsed(text.substr(std::min(text.find('{'), text.size())));
    if (document.is_discarded()) {
        const auto last = without_blanks(text);
        document = parsed(last.substr(last.find_last_of('\n') + 1));
    }
    if (!document.is_object())
        return fail(fmt::format("{} is no JSON report, fio JSON or recording", brief(name)));
    const json* final = value_at(document, "interval.final");
    if (final != nullptr && *final != true)
        return fail(fmt::format("{} ends before the report on the whole trace", brief(name)),
                    "let wbtrace end the trace");
    return document;
}

std::optional<double> number_on(std::string_view line) {
    double value = 0;
    if (line.starts_with('+')) line.remove_prefix(1);
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), value);
    // Beyond that, sums of them would no longer be numbers.
    constexpr double most = 1e100;
    if (error != std::errc{} || end != line.data() + line.size() || !(std::abs(value) < most))
        return std::nullopt;
    return value;
}

Result<void> add_paths(Run& run, const json& document, std::span<const std::string> paths) {
    for (const auto& path : paths) {
        const auto value = number_at(document, path);
        if (!value)
            return fail(fmt::format("{}: {}", brief(run.name), value.error().what),
                        value.error().remedy);
        if (*value) run.figures[path] = {**value};
    }
    return {};
}

/// With these devices alone.
json only_of(std::span<const std::string> disks, json document) {
    const auto devices = document.find("devices");
    if (devices == document.end() || !devices->is_array()) return document;
    json kept = json::array();
    for (const auto& device : *devices) {
        const json* name = value_at(device, "name");
        if (name == nullptr || !name->is_string()) continue;
        if (std::find(disks.begin(), disks.end(), name->get<std::string>()) == disks.end())
            continue;
        kept.push_back(device);
        kept.back()["leaf"] = true;
    }
    *devices = std::move(kept);
    return document;
}

}  // namespace

bool is_path(std::string_view metric) { return metric.find_first_of(".[") != metric.npos; }

Result<Run> run_from_json(std::string name, std::string_view text,
                          std::span<const std::string> paths, std::span<const std::string> disks) {
    const auto document = document_in(name, text);
    if (!document) return tl::unexpected(document.error());
    Run run;
    run.name = std::move(name);
    const bool whole = is_fio(*document) || disks.empty();
    const auto shown = whole ? *document : only_of(disks, *document);
    auto read = is_fio(*document) ? read_fio(run, shown) : read_report(run, shown);
    // A path means the document as it is.
    if (read) read = add_paths(run, *document, paths);
    if (!read) return tl::unexpected(read.error());
    return run;
}

std::optional<std::vector<double>> numbers_in(std::string_view text) {
    std::vector<double> numbers;
    while (!text.empty()) {
        const auto line = without_blanks(text.substr(0, text.find('\n')));
        text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
        if (line.empty()) continue;
        const auto number = number_on(line);
        if (!number) return std::nullopt;
        numbers.push_back(*number);
    }
    if (numbers.empty()) return std::nullopt;
    return numbers;
}

Result<Run> run_from_case(std::string name, const CaseFiles& files,
                          std::span<const std::string> paths) {
    const auto record = plan::parse_case_record(name + "/case.json", files.record);
    if (!record) return tl::unexpected(record.error());
    if (record->status != plan::CaseRecord::Status::done) {
        Run unmeasured;
        unmeasured.left_out =
            fmt::format("{} {}: {}", name, plan::status_word(record->status), record->reason);
        return unmeasured;
    }
    auto run = run_from_json(std::move(name), files.report, paths, record->members);
    if (!run) return run;
    // A case gets whichever loop device is free.
    for (auto& device : run->devices)
        if (device.starts_with("loop")) device = "loop";
    run->axes = record->axes;
    run->axes["label"] = record->label;
    run->axes["repeat"] = fmt::format("{}", record->repeat);
    for (const auto* words : {&record->axes, &record->settings})
        for (const auto& [setting, word] : *words) run->settings[setting] = word;
    for (const auto& [file, text] : files.rest)
        if (auto numbers = numbers_in(text)) run->figures[file] = std::move(*numbers);
    return run;
}

Result<Run> run_from_files(std::string name, const std::map<std::string, std::string>& files) {
    Run run;
    run.name = std::move(name);
    run.kind = Kind::numbers;
    for (const auto& [file, text] : files)
        if (auto numbers = numbers_in(text)) run.figures[file] = std::move(*numbers);
    if (!run.figures.empty()) return run;
    return fail(fmt::format("no file in {} has one number a line", brief(run.name)),
                "name a folder with a file for each metric, such as write_bw");
}

}  // namespace wbtrace::compare
