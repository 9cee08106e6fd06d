// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "recording/totals_json.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <string>
#include <utility>

namespace wbtrace::events {

namespace {

using Json = nlohmann::json;

struct DeviceCounter {
    const char* name;
    __u64 wb_device_totals::*member;
};
constexpr DeviceCounter device_counters[] = {
    {"ring_full", &wb_device_totals::ring_full},
    {"bios_queued", &wb_device_totals::bios_queued},
    {"bio_bytes_queued", &wb_device_totals::bio_bytes_queued},
    {"back_merged", &wb_device_totals::back_merged},
    {"front_merged", &wb_device_totals::front_merged},
    {"split", &wb_device_totals::split},
    {"request_merges", &wb_device_totals::request_merges},
    {"empty_flushes", &wb_device_totals::empty_flushes},
    {"partial_completions", &wb_device_totals::partial_completions},
    {"logged_errors", &wb_device_totals::logged_errors},
    {"plugs", &wb_device_totals::plugs},
    {"unplugs", &wb_device_totals::unplugs},
    {"unplugs_explicit", &wb_device_totals::unplugs_explicit},
    {"unplug_depth_sum", &wb_device_totals::unplug_depth_sum},
};

struct CpuCounter {
    const char* name;
    __u64 wb_cpu_totals::*member;
};
constexpr CpuCounter cpu_counters[] = {
    {"records", &wb_cpu_totals::records},
    {"overflow_used", &wb_cpu_totals::overflow_used},
    {"in_flight_at_start", &wb_cpu_totals::in_flight_at_start},
    {"pages_written", &wb_cpu_totals::pages_written},
    {"bg_thresh", &wb_cpu_totals::bg_thresh},
    {"thresh", &wb_cpu_totals::thresh},
    {"thresh_time_ns", &wb_cpu_totals::thresh_time_ns},
    {"inodes_entered", &wb_cpu_totals::inodes_entered},
};

constexpr std::pair<const char*, wb_loss> losses[] = {
#define WB_LOSS_NAME(name, key, what) {#key, WB_LOSS_##name},
    WB_LOSS_LIST(WB_LOSS_NAME)
#undef WB_LOSS_NAME
};

constexpr std::pair<const char*, unsigned> phases[] = {{"running", WB_PHASE_RUNNING},
                                                       {"after_end", WB_PHASE_SETTLING}};
constexpr std::pair<const char*, unsigned> owners[] = {
    {"others", WB_OWNER_OTHERS}, {"command", WB_OWNER_SCOPE}, {"recorder", WB_OWNER_RECORDER}};
static_assert(std::size(phases) == WB_PHASES && std::size(owners) == WB_REQUEST_OWNERS);

// A counter that is left out would come back as zero.
static_assert(std::size(device_counters) * sizeof(__u64) + sizeof(wb_device_totals::op) +
                  sizeof(wb_device_totals::unplug_depth) ==
              sizeof(wb_device_totals));
static_assert(std::size(cpu_counters) * sizeof(__u64) + sizeof(wb_cpu_totals::lost) +
                  sizeof(wb_cpu_totals::throttle) + sizeof(wb_cpu_totals::pages) ==
              sizeof(wb_cpu_totals));

// A table of counters of one width, in the order of the struct. What a newer version has behind
// them is left out, what an older one lacks is zero.
template <typename Word, typename Table>
std::span<Word> words_of(Table& table) {
    constexpr std::size_t bytes = sizeof(Table);
    static_assert(bytes % sizeof(Word) == 0);
    return {reinterpret_cast<Word*>(&table), bytes / sizeof(Word)};
}

template <typename Word, typename Table>
void read_words(const Json& from, Table& table) {
    const auto to = words_of<Word>(table);
    for (std::size_t i = 0; i < std::min(to.size(), from.size()); ++i) from.at(i).get_to(to[i]);
}

Json device_json(const KernelTotals::Device& device) {
    Json json = {{"slot", device.slot},
                 {"dev", device.where.dev},
                 {"flags", device.where.flags},
                 {"first_sector", device.where.first_sector},
                 {"end_sector", device.where.end_sector}};
    for (const auto& [name, member] : device_counters) json[name] = device.totals.*member;
    for (const auto& [phase_name, phase] : phases)
        for (const auto& [owner_name, owner] : owners)
            json["ops"][phase_name][owner_name] =
                words_of<const __u64>(device.totals.op[phase][owner]);
    json["unplug_depth"] = words_of<const __u32>(device.totals.unplug_depth);
    return json;
}

KernelTotals::Device read_device(const Json& json) {
    KernelTotals::Device device;
    device.slot = json.value("slot", 0U);
    device.where.dev = json.value("dev", 0U);
    device.where.flags = json.value("flags", 0U);
    device.where.first_sector = json.value("first_sector", std::uint64_t{0});
    device.where.end_sector = json.value("end_sector", std::uint64_t{0});
    for (const auto& [name, member] : device_counters)
        device.totals.*member = json.value(name, std::uint64_t{0});
    for (const auto& [phase_name, phase] : phases)
        for (const auto& [owner_name, owner] : owners)
            read_words<__u64>(json.at("ops").at(phase_name).value(owner_name, Json::array()),
                              device.totals.op[phase][owner]);
    read_words<__u32>(json.at("unplug_depth"), device.totals.unplug_depth);
    return device;
}

}  // namespace

void to_json(Json& to, const KernelTotals& from) {
    to["devices"] = Json::array();
    for (const auto& device : from.devices) to["devices"].push_back(device_json(device));
    Json& cpu = to["cpu"];
    for (const auto& [name, member] : cpu_counters) cpu[name] = from.cpu.*member;
    for (const auto& [name, loss] : losses) cpu["lost"][name] = from.cpu.lost[loss];
    to["dirtiers_evicted"] = from.dirtiers_evicted;
    cpu["throttle"] = words_of<const __u64>(from.cpu.throttle);
    cpu["pages"] = words_of<const __u64>(from.cpu.pages);
}

void from_json(const Json& from, KernelTotals& to) {
    if (!from.contains("cpu")) return;
    for (const auto& device : from.at("devices")) to.devices.push_back(read_device(device));
    to.dirtiers_evicted = from.value("dirtiers_evicted", std::uint64_t{0});
    const Json& cpu = from.at("cpu");
    for (const auto& [name, member] : cpu_counters)
        to.cpu.*member = cpu.value(name, std::uint64_t{0});
    for (const auto& [name, loss] : losses)
        to.cpu.lost[loss] = cpu.at("lost").value(name, std::uint64_t{0});
    read_words<__u64>(cpu.at("throttle"), to.cpu.throttle);
    read_words<__u64>(cpu.at("pages"), to.cpu.pages);
}

}  // namespace wbtrace::events
