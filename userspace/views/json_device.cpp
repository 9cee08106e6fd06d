// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "views/device_figures.h"
#include "views/json_sections.h"

namespace wbtrace::views {

namespace {

// Read, write, discard and flush always stand in the report, the others when
// they happened.
bool always_there(std::size_t op) { return op <= static_cast<std::size_t>(model::Op::flush); }

Json json_totals(const model::IoTotals& totals) {
    return {{"requests", totals.requests},
            {"bytes", totals.bytes},
            {"requeued", totals.requeued},
            {"errors", totals.errors}};
}

Json json_op(const model::OpFigures& figures) {
    auto json = json_totals(figures.totals);
    json["request_size"] = json_histogram(figures.request_size_bytes, "bytes");
    json["q2d"] = json_histogram(figures.q2d_ns, "ns");
    json["d2c"] = json_histogram(figures.d2c_ns, "ns");
    json["q2c"] = json_histogram(figures.q2c_ns, "ns");
    return json;
}

Json json_phase(const std::array<model::IoTotals, model::op_count>& by_op) {
    auto json = Json::object();
    for (std::size_t op = 0; op < model::op_count; ++op) {
        const auto& totals = by_op[op];
        if (!always_there(op) && totals.requests == 0 && totals.bytes == 0) continue;
        json[model::op_names[op]] = {{"requests", totals.requests}, {"bytes", totals.bytes}};
    }
    return json;
}

Json json_owner(const model::OwnerTotals& owner) {
    auto sum = all_ops(owner.while_running);
    sum += all_ops(owner.after_end);
    Json json;
    json["requests"] = sum.requests;
    json["bytes"] = sum.bytes;
    json["while_running"] = json_phase(owner.while_running);
    json["after_end"] = json_phase(owner.after_end);
    return json;
}

Json json_queue(const model::QueueSettings& queue) {
    const auto text = [](const std::string& value) {
        return value.empty() ? Json(nullptr) : Json(value);
    };
    Json json;
    json["scheduler"] = text(queue.scheduler);
    json["nr_requests"] = json_optional(queue.nr_requests);
    json["max_sectors_kb"] = json_optional(queue.max_sectors_kb);
    json["max_segments"] = json_optional(queue.max_segments);
    json["read_ahead_kb"] = json_optional(queue.read_ahead_kb);
    json["nomerges"] = json_optional(queue.nomerges);
    json["rotational"] = json_optional(queue.rotational);
    json["wbt_lat_usec"] = json_optional(queue.wbt_lat_usec);
    json["logical_block_size"] = json_optional(queue.logical_block_size);
    json["physical_block_size"] = json_optional(queue.physical_block_size);
    json["iostats"] = json_optional(queue.iostats);
    json["write_cache"] = text(queue.write_cache);
    return json;
}

Json json_bios(const model::BioFigures& bios) {
    return {{"queued", bios.queued},
            {"queued_bytes", bios.queued_bytes},
            {"back_merged", bios.back_merged},
            {"front_merged", bios.front_merged},
            {"split", bios.split},
            {"empty_flushes", bios.empty_flushes}};
}

Json json_layer_time(const model::LayerTime& time) {
    Json json;
    json["own"] = json_histogram(time.own_ns, "ns");
    json["beneath"] = Json::array();
    for (const auto& share : time.beneath)
        json["beneath"].push_back({{"device", share.device}, {"time_ns", share.ns}});
    json["undivided"] = {{"bios", time.undivided}, {"time_ns", time.undivided_ns}};
    return json;
}

void add_identity(Json& json, const model::DeviceFigures& device) {
    json["name"] = device.name;
    json["dev"] = device.dev;
    json["diskseq"] = json_optional(device.diskseq);
    json["parents"] = device.parents;
    json["layer"] = device.layer;
    json["bio_based"] = device.bio_based;
    json["leaf"] = device.leaf;
    json["partition"] = device.partition;
    json["queue"] = json_queue(device.queue);
}

}  // namespace

Json json_device(const model::DeviceFigures& device, bool has_command, std::uint64_t duration_ns) {
    const auto totals = all_ops(device);
    Json json;
    add_identity(json, device);
    json["requests"] = totals.requests;
    json["bytes"] = totals.bytes;
    json["scope"] = has_command ? json_owner(device.scope) : Json(nullptr);
    json["others"] = json_owner(device.others);
    json["by_op"] = Json::object();
    for (std::size_t op = 0; op < model::op_count; ++op) {
        const auto& figures = device.by_op[op];
        if (!always_there(op) && figures.totals.requests == 0 && figures.q2c_ns.empty()) continue;
        json["by_op"][model::op_names[op]] = json_op(figures);
    }
    json["by_kind"] = json_kinds(device);
    json["unattributed"] = {{"requests", device.unattributed.requests},
                            {"bytes", device.unattributed.bytes}};
    json["bios"] = json_bios(device.bios);
    json["request_merges"] = device.request_merges;
    json["logged_errors"] = device.logged_errors;
    if (device.recorder)
        json["recorder"] = {{"requests", device.recorder->requests},
                            {"bytes", device.recorder->bytes}};
    json["merge_ratio"] = json_optional(device.merge_ratio());
    json["queue_depth"] = json_histogram(device.queue_depth_requests, "requests");
    json["queue_depth_overtaken"] = device.queue_depth_overtaken;
    json["busy_ns"] = json_optional(device.busy_ns);
    json["utilization"] = json_optional(utilization(device, duration_ns));
    json["layer_time"] = device.layer_time ? json_layer_time(*device.layer_time) : Json(nullptr);
    json["plug"] = {{"plugs", device.plug.plugs},
                    {"unplugs", device.plug.unplugs},
                    {"explicit_unplugs", device.plug.explicit_unplugs}};
    json["plug_depth"] = json_histogram(device.plug.depth_requests, "requests");
    return json;
}

}  // namespace wbtrace::views
