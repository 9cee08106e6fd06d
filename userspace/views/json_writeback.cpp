// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <algorithm>

#include "views/json_sections.h"

namespace wbtrace::views {

namespace {

Json json_reason(const model::WritebackReason& row) {
    return {{"reason", row.reason},
            {"device", row.device},
            {"works", row.works},
            {"pages", row.pages},
            {"queued_to_started", json_histogram(row.queued_to_started_ns, "ns")},
            {"started_to_finished", json_histogram(row.started_to_finished_ns, "ns")}};
}

/// With when it was finished, or how old it is.
Json json_work(const model::WritebackWork& work, const char* what, std::uint64_t ns) {
    Json json;
    json["reason"] = work.reason;
    json["device"] = work.device;
    json["requester"] = nullptr;
    if (work.requester_tgid != 0 || !work.requester_comm.empty()) {
        json["requester"] = {{"pid", work.requester_tgid}, {"comm", work.requester_comm}};
    }
    json["queued_ns"] = json_optional(work.queued_ns);
    json["started_ns"] = work.started_ns;
    json[what] = ns;
    json["pages"] = work.pages;
    json["turns"] = work.turns;
    return json;
}

}  // namespace

Json json_writeback(const model::WritebackFigures& writeback, std::uint64_t now_ns) {
    Json json;
    json["works"] = writeback.works;
    json["pages"] = writeback.pages;
    json["pages_written"] = writeback.pages_written;
    json["by_reason"] = Json::array();
    for (const auto& row : writeback.by_reason) json["by_reason"].push_back(json_reason(row));
    json["largest"] = Json::array();
    for (const auto& work : writeback.largest)
        json["largest"].push_back(json_work(work, "finished_ns", work.finished_ns));
    json["running"] = nullptr;
    if (!writeback.running) return json;
    json["running"] = Json::array();
    for (const auto& work : *writeback.running)
        json["running"].push_back(
            json_work(work, "age_ns", now_ns - std::min(now_ns, work.started_ns)));
    return json;
}

}  // namespace wbtrace::views
