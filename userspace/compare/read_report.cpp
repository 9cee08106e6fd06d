// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "compare/read_report.h"

#include <fmt/format.h>

#include "base/printable.h"
#include "compare/figure_table.h"
#include "compare/histogram_table.h"
#include "compare/json_path.h"

namespace wbtrace::compare {

namespace {

using nlohmann::json;

constexpr const char* known_schema = "wbtrace.report/1";

std::string text_of(const json* value) {
    if (value == nullptr || value->is_null()) return {};
    if (value->is_string()) return value->get<std::string>();
    // Names in it may be anything.
    return value->dump(-1, ' ', false, json::error_handler_t::replace);
}

void add_settings(Run& run, const std::string& prefix, const json* object) {
    if (object == nullptr || !object->is_object()) return;
    for (const auto& [key, value] : object->items())
        if (!value.is_null()) run.settings[prefix + key] = text_of(&value);
}

std::uint64_t count_in(const json& document, const char* path) {
    const json* found = value_at(document, path);
    return found != nullptr && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}

/// Devices are told apart by their place: a loop device has another number in each run.
void add_devices(Run& run, const json& report) {
    const json* devices = value_at(report, "devices");
    if (devices == nullptr || !devices->is_array()) return;
    for (std::size_t i = 0; i < devices->size(); ++i) {
        const json& device = (*devices)[i];
        run.devices.push_back(text_of(value_at(device, "name")));
        add_settings(run, fmt::format("devices[{}].queue.", i), value_at(device, "queue"));
    }
}

void add_losses(Run& run, const json& report) {
    run.events = count_in(report, "capture.events");
    const json* causes = value_at(report, "capture.lost");
    if (causes != nullptr && causes->is_object())
        for (const auto& cause : *causes)
            if (cause.is_number_unsigned()) run.lost += cause.get<std::uint64_t>();
    const json* settled = value_at(report, "run.settled");
    run.unsettled = settled != nullptr && *settled == false;
    run.part = text_of(value_at(report, "capture.part"));
}

}  // namespace

Result<void> read_report(Run& run, const json& report) {
    const json* schema = value_at(report, "schema");
    if (schema == nullptr || *schema != known_schema)
        return fail(schema == nullptr || !schema->is_string()
                        ? fmt::format("{} is neither a wbtrace report nor of fio", brief(run.name))
                        : fmt::format("{} has the schema {}", brief(run.name),
                                      brief(schema->get<std::string>())),
                    fmt::format("give files of the schema {}", known_schema));
    run.kind = Kind::report;
    run.kernel = text_of(value_at(report, "host.kernel"));
    for (const char* key : {"kernel", "machine", "cpus", "memory_bytes"})
        run.settings[key] = text_of(value_at(report, std::string("host.") + key));
    add_settings(run, "vm.", value_at(report, "host.vm_dirty"));
    run.settings["filters"] = text_of(value_at(report, "capture.filters"));
    add_devices(run, report);
    add_losses(run, report);
    const auto sums = sums_of(report);
    for (const Figure& figure : figure_table())
        if (const auto value = figure.value(sums)) run.figures[figure.name] = {*value};
    for (const HistogramRow& row : histogram_table())
        if (const auto& buckets = row.of(sums).buckets; !buckets.empty())
            run.histograms[row.name] = buckets;
    if (sums.parts.is_object())
        for (const auto& [part, ns] : sums.parts.items())
            if (ns.is_number()) run.figures["time." + part] = {ns.get<double>() / 1e9};
    return {};
}

}  // namespace wbtrace::compare
