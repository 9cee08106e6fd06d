// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Files, processes and cgroups: who and what.
#include <array>
#include <optional>

#include "views/json_sections.h"

namespace wbtrace::views {

namespace {

constexpr std::array role_names = {"single", "kind", "other"};
constexpr std::array state_names = {"unknown", "present", "renamed", "deleted"};

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

bool is_single(const model::AttributionRow& row) { return row.role == model::RowRole::single; }

// Which row it is: of one thing, of a kind, or of all the rest.
Json json_row(const model::AttributionRow& row) {
    Json json;
    json["row"] = role_names[static_cast<std::size_t>(row.role)];
    json["kind"] =
        row.role == model::RowRole::kind ? Json(model::name_of(row.kind)) : Json(nullptr);
    json["filesystem"] =
        row.role == model::RowRole::kind ? text_or_null(row.filesystem) : Json(nullptr);
    json["folded"] = row.folded;
    return json;
}

void add_charged(Json& json, const model::AttributionRow& row) {
    json["dirtied_bytes"] = row.dirtied_bytes;
    json["direct_bytes"] = row.charged.direct_bytes;
    json["written_back_bytes"] = row.charged.written_back_bytes;
    json["fetched_bytes"] = row.charged.fetched_bytes;
    json["requests"] = row.charged.requests;
    json["bytes"] = row.charged.bytes;
}

void add_syncs(Json& json, const std::optional<model::SyncTime>& time) {
    json["fsyncs"] = time ? Json(time->calls()) : Json(nullptr);
    json["fsync_ns"] = time ? Json(time->duration_ns.sum()) : Json(nullptr);
    json["fsync"] = time ? json_histogram(time->duration_ns, "ns") : Json(nullptr);
}

Json json_file(const model::FileFigures& file, std::uint64_t page_bytes) {
    auto json = json_row(file);
    const bool single = is_single(file);
    json["path"] = single ? text_or_null(file.path) : Json(nullptr);
    json["dev"] = single ? Json(file.dev) : Json(nullptr);
    json["inode"] = single ? Json(file.inode) : Json(nullptr);
    json["generation"] = single ? Json(file.generation) : Json(nullptr);
    json["state"] = state_names[static_cast<std::size_t>(file.state)];
    json["renamed_to"] = text_or_null(file.renamed_to);
    json["read_bytes"] = nullptr;
    json["written_bytes"] = nullptr;
    add_charged(json, file);
    if (single) json["direct_bytes"] = nullptr;
    json["average_request_bytes"] = json_optional(file.average_request_bytes());
    json["bios_per_request"] = json_optional(file.bios_per_request());
    json["dirtied_pages"] = file.dirtied_pages;
    json["written_pages"] = page_bytes ? file.charged.written_back_bytes / page_bytes : 0;
    json["added_pages"] = file.added_pages;
    json["evicted_pages"] = file.evicted_pages;
    json["dirtied_folios_by_order"] = file.dirtied_folios;
    json["first_dirtied_ns"] = json_optional(file.first_dirtied_ns);
    json["last_written_ns"] = json_optional(file.last_written_ns);
    json["throttle_ns"] = nullptr;
    add_syncs(json, file.syncs);
    return json;
}

Json json_process(const model::ProcessFigures& process, bool has_command) {
    auto json = json_row(process);
    const bool single = is_single(process);
    json["pid"] = single ? Json(process.tgid) : Json(nullptr);
    json["thread"] = process.thread != 0 ? Json(process.thread) : Json(nullptr);
    json["generation"] = single ? Json(process.generation) : Json(nullptr);
    json["comm"] = single ? text_or_null(process.comm) : Json(nullptr);
    json["in_scope"] = single && has_command ? Json(process.in_scope) : Json(nullptr);
    json["threads"] = single ? Json(process.threads) : Json(nullptr);
    json["read_bytes"] = json_optional(process.read_bytes);
    json["written_bytes"] = json_optional(process.written_bytes);
    add_charged(json, process);
    json["issued_requests"] = process.issued.requests;
    json["issued_bytes"] = process.issued.bytes;
    json["q2c"] = json_histogram(process.q2c_ns, "ns");
    json["throttle_ns"] = process.throttle_ns;
    add_syncs(json, process.syncs);
    return json;
}

Json json_cgroup(const model::CgroupFigures& cgroup) {
    auto json = json_row(cgroup);
    const bool single = is_single(cgroup);
    json["id"] = single ? Json(cgroup.id) : Json(nullptr);
    json["path"] = single ? text_or_null(cgroup.path) : Json(nullptr);
    json["read_bytes"] = nullptr;
    json["written_bytes"] = nullptr;
    add_charged(json, cgroup);
    json["block_charged_bytes"] = cgroup.block_charged_bytes;
    json["throttle_ns"] = cgroup.throttle_ns;
    add_syncs(json, std::nullopt);
    return json;
}

}  // namespace

Json json_files(const model::Snapshot& snapshot) {
    auto rows = Json::array();
    for (const auto& file : snapshot.files)
        rows.push_back(json_file(file, snapshot.host.page_bytes));
    return rows;
}

Json json_processes(const model::Snapshot& snapshot) {
    auto rows = Json::array();
    for (const auto& process : snapshot.processes)
        rows.push_back(json_process(process, snapshot.run.has_value()));
    return rows;
}

Json json_cgroups(const model::Snapshot& snapshot) {
    auto rows = Json::array();
    for (const auto& cgroup : snapshot.cgroups) rows.push_back(json_cgroup(cgroup));
    return rows;
}

Json json_kinds(const model::DeviceFigures& device) {
    auto rows = Json::array();
    for (const auto& row : device.by_kind) {
        rows.push_back({{"kind", model::name_of(row.kind)},
                        {"filesystem", text_or_null(row.filesystem)},
                        {"requests", row.requests},
                        {"bytes", row.bytes}});
    }
    return rows;
}

}  // namespace wbtrace::views
