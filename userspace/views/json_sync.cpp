// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <fmt/format.h>

#include "views/json_sections.h"

namespace wbtrace::views {

namespace {

Json json_requests(const model::SyncRequests& requests) {
    return {{"requests", requests.requests}, {"bytes", requests.bytes}};
}

Json json_wait(const model::SyncWait& wait) {
    return {{"data_ns", wait.data_ns},           {"journal_ns", wait.journal_ns},
            {"flush_ns", wait.flush_ns},         {"rest_ns", wait.rest_ns},
            {"data", json_requests(wait.data)},  {"journal", json_requests(wait.journal)},
            {"flush", json_requests(wait.flush)}};
}

Json json_call(const model::SyncCallFigures& call) {
    return {{"calls", call.duration_ns.count()},
            {"failed", call.failed},
            {"followed", call.followed},
            {"duration", json_histogram(call.duration_ns, "ns")},
            {"waited", call.followed ? json_wait(call.wait) : Json(nullptr)}};
}

Json json_file(const model::SyncFile& file) {
    return {{"dev", fmt::format("{}:{}", file.dev >> 20, file.dev & 0xfffff)},
            {"inode", file.inode},
            {"generation", file.generation}};
}

Json json_slow(const model::SlowSync& slow) {
    return {{"call", model::sync_call_names[static_cast<std::size_t>(slow.call)]},
            {"pid", slow.tgid},
            {"tid", slow.pid},
            {"comm", slow.comm},
            {"file", slow.file ? json_file(*slow.file) : Json(nullptr)},
            {"path", json_optional(slow.path)},
            {"started_ns", slow.started_ns},
            {"duration_ns", slow.duration_ns},
            {"error", slow.error},
            {"after_command", slow.after_command},
            {"waited", slow.wait ? json_wait(*slow.wait) : Json(nullptr)}};
}

}  // namespace

Json json_sync_calls(const model::SyncFigures& sync) {
    Json json;
    json["by_call"] = Json::object();
    for (std::size_t i = 0; i < model::sync_call_count; ++i) {
        if (!sync.by_call[i].duration_ns.empty())
            json["by_call"][model::sync_call_names[i]] = json_call(sync.by_call[i]);
    }
    json["slowest"] = Json::array();
    for (const auto& slow : sync.slowest) json["slowest"].push_back(json_slow(slow));
    json["unfinished"] = sync.unfinished;
    return json;
}

}  // namespace wbtrace::views
