// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "views/json_sections.h"

#include "views/unknown_helpers.h"

namespace wbtrace::views {

namespace {

Json json_parts(const model::TimeParts& parts) {
    Json json;
    for (std::size_t i = 0; i < model::time_part_count; ++i)
        json[model::time_part_names[i]] = parts.ns[i];
    return json;
}

Json json_held(const model::HeldBack& held) {
    return {{"waits", held.waits}, {"ns", held.ns}, {"max_ns", held.max_ns}};
}

Json json_row(const model::BudgetRow& row) {
    Json json = {{"pid", row.tgid},
                 {"tid", row.thread != 0 ? Json(row.thread) : Json(nullptr)},
                 {"comm", row.comm},
                 {"threads", row.threads},
                 {"wall_ns", row.wall_ns}};
    json["parts"] = json_parts(row.parts);
    json["held_before_queue"] = json_held(row.held);
    return json;
}

Json json_factor(const std::optional<std::uint64_t>& bytes,
                 const std::optional<std::uint64_t>& of) {
    if (!bytes || !of || *of == 0) return nullptr;
    return static_cast<double>(*bytes) / static_cast<double>(*of);
}

Json json_amplification(const model::Amplification& bytes) {
    return {{"syscall_bytes", json_optional(bytes.syscall_bytes)},
            {"dirtied_bytes", bytes.dirtied_bytes},
            {"top_bytes", bytes.top_bytes},
            {"leaf_bytes", json_optional(bytes.leaf_bytes)},
            {"journal_bytes", bytes.journal_bytes},
            {"metadata_bytes", bytes.metadata_bytes},
            {"top_factor", json_factor(bytes.top_bytes, bytes.syscall_bytes)},
            {"leaf_factor", json_factor(bytes.leaf_bytes, bytes.syscall_bytes)}};
}

}  // namespace

Json json_time_budget(const model::Snapshot& snapshot) {
    const model::TimeBudget& budget = *snapshot.time_budget;
    Json json;
    json["wall_ns"] = budget.wall_ns;
    json["threads"] = budget.threads;
    json["parts"] = json_parts(budget.parts);
    json["held_before_queue"] = json_held(budget.held);
    json["processes"] = Json::array();
    for (const auto& row : budget.rows) json["processes"].push_back(json_row(row));
    json["other"] = Json::array();
    for (const auto& unknown : budget.unknown)
        json["other"].push_back(
            {{"stack", unknown.frames}, {"waits", unknown.waits}, {"ns", unknown.ns}});
    json["done_by_others"] = Json::array();
    for (const auto& helper : budget.helpers)
        json["done_by_others"].push_back(
            {{"comm", helper.comm}, {"turns", helper.turns}, {"cpu_ns", helper.cpu_ns}});
    json["not_known_whose"] = unknown_helpers(snapshot);
    json["amplification"] = json_amplification(budget.amplification);
    return json;
}

}  // namespace wbtrace::views
