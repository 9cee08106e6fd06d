// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "compare/read_fio.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "base/printable.h"
#include "compare/json_path.h"

namespace wbtrace::compare {

namespace {

using nlohmann::json;

double fio_number(const json& job, const std::string& path) {
    return number_at(job, path).value_or(std::nullopt).value_or(0);
}

struct FioSums {
    double bytes_per_s = 0, iops = 0, requests = 0, clat_ns = 0;
};

void add_job(FioSums& to, const json& job, const std::string& way) {
    const double requests = fio_number(job, way + ".total_ios");
    to.bytes_per_s += fio_number(job, way + ".bw_bytes");
    to.iops += fio_number(job, way + ".iops");
    to.requests += requests;
    to.clat_ns += requests * fio_number(job, way + ".clat_ns.mean");
}

/// Nothing of a direction in which nothing was transferred.
void put(Run& run, const char* way, const FioSums& sums) {
    if (sums.requests == 0) return;
    const auto name = [way](const char* format) { return fmt::format(fmt::runtime(format), way); };
    run.figures[name("{}_bw")] = {sums.bytes_per_s / 1e6};
    run.figures[name("{}s_per_s")] = {sums.iops};
    run.figures[name("{}_clat_ms")] = {sums.clat_ns / sums.requests / 1e6};
}

}  // namespace

bool is_fio(const json& document) {
    const json* version = value_at(document, "fio version");
    const json* jobs = value_at(document, "jobs");
    return version != nullptr && jobs != nullptr && jobs->is_array();
}

Result<void> read_fio(Run& run, const json& document) {
    run.kind = Kind::fio;
    FioSums reads, writes;
    double runtime_s = 0;
    for (const auto& job : document["jobs"]) {
        if (const double error = fio_number(job, "error"); error != 0)
            return fail(
                fmt::format("{}: a job of fio ended with error {:.0f}", brief(run.name), error),
                "repeat the run");
        add_job(reads, job, "read");
        add_job(writes, job, "write");
        runtime_s = std::max(runtime_s, fio_number(job, "job_runtime") / 1e3);
    }
    put(run, "read", reads);
    put(run, "write", writes);
    run.figures["iops"] = {reads.iops + writes.iops};
    if (runtime_s > 0) run.figures["runtime"] = {runtime_s};
    return {};
}

}  // namespace wbtrace::compare
