// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "views/json_sections.h"

namespace wbtrace::views {

namespace {

Json json_probe(const model::ProbeFigures& probe) {
    Json json;
    json["name"] = probe.name;
    json["attached"] = probe.attached;
    json["why_not"] = probe.attached ? Json(nullptr) : Json(probe.why_not);
    json["runs"] = json_optional(probe.runs);
    json["run_ns"] = json_optional(probe.run_ns);
    json["missed"] = json_optional(probe.missed);
    return json;
}

}  // namespace

Json json_host(const model::HostFigures& host) {
    Json json;
    json["kernel"] = host.kernel;
    json["machine"] = host.machine;
    json["cpus"] = host.cpus;
    json["memory_bytes"] = host.memory_bytes;
    json["page_bytes"] = host.page_bytes;
    json["vm_dirty"] = Json::object();
    for (const auto& [name, value] : host.vm_dirty) json["vm_dirty"][name] = value;
    json["page_state"] = nullptr;
    if (const auto& state = host.page_state)
        json["page_state"] = {{"dirty_pages", state->dirty},
                              {"writeback_pages", state->writeback},
                              {"background_thresh_pages", state->background_thresh},
                              {"thresh_pages", state->thresh}};
    return json;
}

Json json_run(const model::RunFigures& run) {
    Json json;
    json["command"] = run.command;
    json["exit_code"] = json_optional(run.exit_code);
    json["signal"] = json_optional(run.signal);
    json["wall_ns"] = run.wall_ns;
    json["user_ns"] = run.user_ns;
    json["sys_ns"] = run.sys_ns;
    json["settle_ns"] = run.settle_ns;
    json["settled"] = json_optional(run.settled);
    json["unsettled_files"] = run.unsettled_files;
    json["unsettled_file"] = json_optional(run.unsettled_file);
    json["processes_left"] = run.processes_left;
    return json;
}

Json json_capture(const model::CaptureFigures& capture) {
    Json json;
    json["probes"] = Json::array();
    for (const auto& probe : capture.probes) json["probes"].push_back(json_probe(probe));
    json["events"] = capture.events;
    json["lost"] = Json::object();
    for (const auto& loss : capture.lost) json["lost"][loss.cause] = loss.count;
    json["late"] = capture.late;
    json["dirtiers_evicted"] = capture.dirtiers_evicted;
    json["in_flight_at_start"] = capture.in_flight_at_start;
    json["own_cpu_ns"] = capture.own_cpu_ns;
    json["bpf_run_ns"] = json_optional(capture.bpf_run_ns);
    json["filters"] = capture.filters;
    if (!capture.part.empty()) json["part"] = capture.part;
    json["duration_ns"] = capture.duration_ns;
    json["buffer_bytes"] = capture.buffer_bytes;
    return json;
}

}  // namespace wbtrace::views
