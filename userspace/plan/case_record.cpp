// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "plan/case_record.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "base/printable.h"

namespace wbtrace::plan {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;
using Status = CaseRecord::Status;

constexpr const char* case_schema = "wbtrace.case/1";

constexpr std::pair<Status, std::string_view> status_words[] = {
    {Status::done, "done"}, {Status::failed, "failed"}, {Status::skipped, "skipped"}};

std::string text_at(const json& document, const char* key) {
    const auto found = document.find(key);
    return found != document.end() && found->is_string() ? found->get<std::string>()
                                                         : std::string();
}

std::uint64_t count_at(const json& document, const char* key) {
    const auto found = document.find(key);
    return found != document.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}

std::map<std::string, std::string> texts_at(const json& document, const char* key) {
    std::map<std::string, std::string> texts;
    const auto found = document.find(key);
    if (found == document.end() || !found->is_object()) return texts;
    for (const auto& [name, value] : found->items())
        if (value.is_string()) texts[name] = value.get<std::string>();
    return texts;
}

std::vector<std::string> words_at(const json& document, const char* key) {
    std::vector<std::string> words;
    const auto found = document.find(key);
    if (found == document.end() || !found->is_array()) return words;
    for (const auto& word : *found)
        if (word.is_string()) words.push_back(word.get<std::string>());
    return words;
}

void read_rest(const json& document, CaseRecord& record) {
    record.repeat = static_cast<unsigned>(count_at(document, "repeat"));
    if (const auto wall_ns = count_at(document, "wall_ns"); wall_ns != 0) record.wall_ns = wall_ns;
    record.took_ns = count_at(document, "took_ns");
    const auto status = document.find("exit_status");
    if (status != document.end() && status->is_number_integer())
        record.exit_status = status->get<int>();
    record.command = words_at(document, "command");
    record.members = words_at(document, "members");
    const auto metrics = document.find("metrics");
    if (metrics == document.end() || !metrics->is_object()) return;
    for (const auto& [name, value] : metrics->items())
        record.metrics[name] =
            value.is_number() ? std::optional(value.get<double>()) : std::nullopt;
}

}  // namespace

std::string_view status_word(Status status) {
    for (const auto& [value, word] : status_words)
        if (value == status) return word;
    return {};
}

std::string to_json(const CaseRecord& record) {
    ordered_json document;
    document["schema"] = case_schema;
    document["status"] = status_word(record.status);
    document["reason"] = record.reason.empty() ? ordered_json() : ordered_json(record.reason);
    document["label"] = record.label;
    document["kernel"] = record.kernel;
    document["axes"] = record.axes;
    document["settings"] = record.settings;
    document["repeat"] = record.repeat;
    document["command"] = record.command;
    document["members"] = record.members;
    document["exit_status"] =
        record.exit_status ? ordered_json(*record.exit_status) : ordered_json();
    document["wall_ns"] = record.wall_ns ? ordered_json(*record.wall_ns) : ordered_json();
    document["took_ns"] = record.took_ns;
    document["metrics"] = ordered_json::object();
    for (const auto& [name, value] : record.metrics)
        document["metrics"][name] = value ? ordered_json(*value) : ordered_json();
    // What a tool complains about may hold any bytes.
    return document.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

Result<CaseRecord> parse_case_record(std::string_view name, std::string_view text) {
    const auto document = json::parse(text, nullptr, false);
    if (!document.is_object() || text_at(document, "schema") != case_schema)
        return fail(fmt::format("{} is not of the schema {}", brief(name), case_schema));
    CaseRecord record;
    bool known = false;
    for (const auto& [value, word] : status_words) {
        if (word != text_at(document, "status")) continue;
        record.status = value;
        known = true;
    }
    if (!known) return fail(fmt::format("{} does not say how the case ended", brief(name)));
    record.reason = text_at(document, "reason");
    record.label = text_at(document, "label");
    record.kernel = text_at(document, "kernel");
    record.axes = texts_at(document, "axes");
    record.settings = texts_at(document, "settings");
    read_rest(document, record);
    return record;
}

}  // namespace wbtrace::plan
