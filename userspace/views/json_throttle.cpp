// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "views/json_sections.h"

namespace wbtrace::views {

namespace {

Json json_exact(std::uint64_t waits, std::uint64_t pause_ns) {
    return {{"waits", waits}, {"pause_ns", pause_ns}};
}

Json json_limits(std::uint64_t global, std::uint64_t device, std::uint64_t memcg) {
    return {{"global", global}, {"device", device}, {"memcg", memcg}};
}

Json json_processes(const std::vector<model::ThrottledProcess>& processes) {
    auto rows = Json::array();
    for (const auto& process : processes) {
        rows.push_back({{"pid", process.tgid},
                        {"comm", process.comm},
                        {"in_scope", process.in_scope},
                        {"pause", json_histogram(process.pause_ns, "ns")}});
    }
    return rows;
}

Json json_devices(const std::vector<model::ThrottledDevice>& devices) {
    auto rows = Json::array();
    for (const auto& device : devices) {
        rows.push_back({{"name", device.name},
                        {"limit_hits",
                         json_limits(device.limit_global, device.limit_device, device.limit_memcg)},
                        {"pause", json_histogram(device.pause_ns, "ns")}});
    }
    return rows;
}

Json json_ratelimits(const std::vector<model::Ratelimit>& ratelimits) {
    auto rows = Json::array();
    for (const auto& rate : ratelimits) {
        rows.push_back({{"name", rate.name},
                        {"updates", rate.updates},
                        {"write_bandwidth_bytes_per_s", rate.write_bandwidth},
                        {"avg_write_bandwidth_bytes_per_s", rate.avg_write_bandwidth},
                        {"dirty_ratelimit_bytes_per_s", rate.dirty_ratelimit},
                        {"task_ratelimit_bytes_per_s", rate.task_ratelimit}});
    }
    return rows;
}

void add_dirty_state(Json& json, const model::ThrottleFigures& throttle) {
    const auto& last = throttle.last;
    json["dirty"] = last ? Json(last->dirty_pages) : Json(nullptr);
    json["background_thresh"] = last ? Json(last->background_thresh_pages) : Json(nullptr);
    json["thresh"] = last ? Json(last->thresh_pages) : Json(nullptr);
    json["global"] = nullptr;
    if (const auto& system = throttle.global_state) {
        json["global"] = {{"background_thresh", system->background_thresh_pages},
                          {"thresh", system->thresh_pages}};
    }
}

}  // namespace

Json json_throttle(const model::ThrottleFigures& throttle, bool has_command) {
    Json json;
    json["calls"] = throttle.calls;
    json["exact"] = {
        {"command",
         has_command ? json_exact(throttle.scope_waits, throttle.scope_pause_ns) : Json(nullptr)},
        {"others", json_exact(throttle.other_waits, throttle.other_pause_ns)}};
    json["wall_share"] = json_optional(throttle.wall_share);
    json["throttled_now"] = json_optional(throttle.throttled_now);
    json["total"] = json_histogram(throttle.pause_hist_ns, "ns");
    json["command"] =
        has_command ? json_histogram(throttle.scope_pause_hist_ns, "ns") : Json(nullptr);
    json["by_process"] = json_processes(throttle.by_process);
    json["by_device"] = json_devices(throttle.by_device);
    json["by_cgroup"] = nullptr;
    json["limit_hits"] =
        json_limits(throttle.limit_global, throttle.limit_device, throttle.limit_memcg);
    add_dirty_state(json, throttle);
    json["ratelimits"] = json_ratelimits(throttle.ratelimits);
    return json;
}

}  // namespace wbtrace::views
