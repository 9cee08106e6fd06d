// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "compare/report_sums.h"

#include <string>

#include "compare/json_path.h"

namespace wbtrace::compare {

namespace {

using nlohmann::json;

std::optional<double> known(const json& document, std::string_view path) {
    return number_at(document, path).value_or(std::nullopt);
}

double number(const json& document, std::string_view path) {
    return known(document, path).value_or(0);
}

/// Empty as long as nobody has said anything.
void add_known(std::optional<double>& to, const std::optional<double>& value) {
    if (value) to = to.value_or(0) + *value;
}

std::uint64_t whole(const json& object, const char* name) {
    const auto found = object.find(name);
    return found != object.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}

void add_histogram(Distribution& to, const json& document, std::string_view path) {
    const json* found = value_at(document, path);
    if (found == nullptr || !found->is_object()) return;
    to.count += number(*found, "count");
    to.sum += number(*found, "sum");
    const json* buckets = value_at(*found, "buckets");
    if (buckets == nullptr || !buckets->is_array()) return;
    for (const auto& bucket : *buckets)
        if (bucket.is_object()) to.buckets.record(whole(bucket, "ge"), whole(bucket, "count"));
}

/// Whoever wrote: beneath a loop device or md the requests are not the command's own.
void add_direction(Direction& to, const json& device, const std::string& operation) {
    const auto path = "by_op." + operation;
    for (const char* whose : {"scope", "others"}) {
        const auto running = std::string(whose) + ".while_running." + operation;
        add_known(to.requests_while_running, known(device, running + ".requests"));
        add_known(to.bytes_while_running, known(device, running + ".bytes"));
    }
    add_histogram(to.size, device, path + ".request_size");
    add_histogram(to.q2d, device, path + ".q2d");
    add_histogram(to.d2c, device, path + ".d2c");
    add_histogram(to.q2c, device, path + ".q2c");
}

void add_device(ReportSums& sums, const json& device) {
    add_direction(sums.read, device, "read");
    add_direction(sums.write, device, "write");
    add_known(sums.merged, known(device, "bios.back_merged"));
    add_known(sums.merged, known(device, "bios.front_merged"));
    add_known(sums.merged, known(device, "request_merges"));
    add_known(sums.split, known(device, "bios.split"));
    add_histogram(sums.plug_depth, device, "plug_depth");
    add_histogram(sums.queue_depth, device, "queue_depth");
}

std::optional<double> seconds(const json& report, std::string_view path) {
    const auto ns = known(report, path);
    return ns ? std::optional<double>(*ns / 1e9) : std::nullopt;
}

void add_tasks(ReportSums& sums, const json& report) {
    const std::string whose = sums.has_command ? "throttle.exact.command" : "throttle.exact.others";
    sums.throttle_waits = known(report, whose + ".waits");
    sums.throttle_seconds = seconds(report, whose + ".pause_ns");
    add_histogram(sums.throttle, report, sums.has_command ? "throttle.command" : "throttle.total");
    sums.pages_written = known(report, "writeback.pages");
    sums.works = known(report, "writeback.works");
    sums.user_seconds = seconds(report, "run.user_ns");
    sums.system_seconds = seconds(report, "run.sys_ns");
    sums.syscall_bytes = known(report, "time_budget.amplification.syscall_bytes");
    sums.threads_seconds = seconds(report, "time_budget.wall_ns");
    if (const auto* parts = value_at(report, "time_budget.parts")) sums.parts = *parts;
    const json* calls = value_at(report, "sync_calls.by_call");
    if (calls == nullptr || !calls->is_object()) return;
    for (const auto& call : *calls) add_histogram(sums.sync, call, "duration");
}

}  // namespace

std::optional<double> Distribution::mean() const {
    return count > 0 ? std::optional<double>(sum / count) : std::nullopt;
}

std::optional<double> Distribution::quantile(double q) const {
    if (buckets.empty()) return std::nullopt;
    return static_cast<double>(buckets.quantile(q));
}

bool is_leaf(const json& device) {
    const json* leaf = value_at(device, "leaf");
    return leaf != nullptr && leaf->is_boolean() && leaf->get<bool>();
}

ReportSums sums_of(const json& report) {
    ReportSums sums;
    const json* run = value_at(report, "run");
    sums.has_command = run != nullptr && run->is_object();
    sums.seconds = number(report, sums.has_command ? "run.wall_ns" : "capture.duration_ns") / 1e9;
    const json* devices = value_at(report, "devices");
    if (devices != nullptr && devices->is_array()) {
        bool any_leaf = false;
        for (const auto& device : *devices) any_leaf = any_leaf || is_leaf(device);
        for (const auto& device : *devices)
            if (is_leaf(device) || !any_leaf) add_device(sums, device);
    }
    add_tasks(sums, report);
    return sums;
}

}  // namespace wbtrace::compare
