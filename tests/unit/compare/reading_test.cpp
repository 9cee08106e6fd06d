// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "compare/read_run.h"

#include "compare/json_path.h"
#include "published_tables.h"
#include "tests/catch.h"

using namespace wbtrace::compare;

namespace {

std::string report(const char* name) {
    return published::text_of(std::string("../golden/expected/") + name + ".json");
}

Run read(const std::string& text, const std::vector<std::string>& paths = {}) {
    auto run = run_from_json("run.json", text, paths);
    if (!run) FAIL(run.error().what);
    return *run;
}

std::string refusal(const std::string& text, const std::vector<std::string>& paths = {}) {
    const auto run = run_from_json("run.json", text, paths);
    REQUIRE_FALSE(run);
    return run.error().what;
}

}  // namespace

TEST_CASE("figures of a report, and any path into it") {
    const auto run =
        read(report("plain_dd"), {"devices[0].by_op.write.requests", "no.such[3].key"});
    CHECK(run.kind == Kind::report);
    CHECK(run.kernel == "6.1.0-49-amd64");
    CHECK(run.figures.at("devices[0].by_op.write.requests") == std::vector<double>{134});
    CHECK(run.figures.count("no.such[3].key") == 0);
    CHECK(run.figures.at("runtime") == std::vector<double>{0.1294});
    CHECK(run.figures.at("queue_depth").front() == Approx(1482.0 / 139));
    CHECK(run.figures.at("throttle_time") == std::vector<double>{0});
    CHECK(run.settings.at("vm.dirty_ratio") == "20");
    CHECK(run.settings.at("devices[0].queue.nomerges") == "0");
    CHECK(run.devices == std::vector<std::string>{"sda"});
    CHECK_FALSE(run.unsettled);
}

TEST_CASE("what a report does not know is no figure, and not 0") {
    auto document = nlohmann::json::parse(report("plain_dd"));
    for (const char* whose : {"scope", "others"})
        document["devices"][0][whose]["while_running"]["read"] = nullptr;
    const auto run = read(document.dump());
    CHECK(run.figures.count("write_bw") == 1);
    CHECK(run.figures.count("read_bw") == 0);
    CHECK(run.figures.count("iops") == 0);
    CHECK(read(R"({"schema": "wbtrace.report/1"})").figures.empty());
}

TEST_CASE("only devices with nothing beneath are added up") {
    const auto text = report("stacked_md");
    const auto document = nlohmann::json::parse(text);
    double leaves = 0, seconds = document["capture"]["duration_ns"].get<double>() / 1e9;
    if (document["run"].is_object()) seconds = document["run"]["wall_ns"].get<double>() / 1e9;
    for (const auto& device : document["devices"])
        for (const char* whose : {"scope", "others"})
            if (device["leaf"] == true && device[whose].is_object())
                leaves += device[whose]["while_running"]["write"]["bytes"].get<double>();
    CHECK(read(text).figures.at("write_bw").front() == Approx(leaves / 1e6 / seconds));
}

TEST_CASE("losses and unsettled data are noticed") {
    CHECK(read(report("lossy")).lost > 0);
    CHECK(read(report("throttled")).unsettled);
}

TEST_CASE("of a stream of intervals the report on the whole counts") {
    const auto line = [](const char* name) {
        return nlohmann::json::parse(report(name)).dump() + "\n";
    };
    const auto whole = read(line("one_interval") + line("all_intervals"));
    CHECK(whole.figures == read(report("all_intervals")).figures);
    CHECK(refusal(line("one_interval") + line("one_interval")) ==
          "run.json ends before the report on the whole trace");
}

TEST_CASE("a path that leads to no number is refused") {
    CHECK(refusal(report("plain_dd"), {"devices[0].by_op.write.request_size"}) ==
          "run.json: devices[0].by_op.write.request_size is a histogram");
    CHECK(refusal(report("plain_dd"), {"host.kernel"}) == "run.json: host.kernel is no number");
}

TEST_CASE("what is no run is refused in one line") {
    CHECK(refusal("") == "run.json is no JSON report, fio JSON or recording");
    CHECK(refusal("{\"schema\": ") == "run.json is no JSON report, fio JSON or recording");
    CHECK(refusal("[1, 2]") == "run.json is no JSON report, fio JSON or recording");
    CHECK(refusal("{\"schema\": \"wbtrace.report/9\\n\"}") ==
          "run.json has the schema wbtrace.report/9\\x0a");
    CHECK(refusal("{\"schema\": 5}") == "run.json is neither a wbtrace report nor of fio");
    // A report in which nothing is what it should be.
    CHECK(read("{\"schema\": \"wbtrace.report/1\", \"host\": 5, \"devices\": [7, {\"queue\": 3}],"
               " \"capture\": {\"lost\": {\"a\": -1}}}")
              .lost == 0);
}

TEST_CASE("JSON of fio, also behind its notes") {
    const auto run = read(
        "fio: this platform does not support process shared mutexes\n"
        "{\"fio version\": \"fio-3.33\", \"jobs\": ["
        "{\"error\": 0, \"job_runtime\": 2000, \"read\": {\"bw_bytes\": 0, \"iops\": 0, "
        "\"total_ios\": 0}, \"write\": {\"bw_bytes\": 3000000, \"iops\": 100.5, \"total_ios\": 200,"
        " \"clat_ns\": {\"mean\": 1000000}}},"
        "{\"error\": 0, \"job_runtime\": 1000, \"write\": {\"bw_bytes\": 1000000, \"iops\": 50, "
        "\"total_ios\": 50, \"clat_ns\": {\"mean\": 6000000}}}]}");
    CHECK(run.kind == Kind::fio);
    CHECK(run.figures.at("write_bw") == std::vector<double>{4});
    CHECK(run.figures.at("writes_per_s") == std::vector<double>{150.5});
    CHECK(run.figures.at("write_clat_ms") == std::vector<double>{2});
    CHECK(run.figures.at("runtime") == std::vector<double>{2});
    CHECK(run.figures.count("read_bw") == 0);
    CHECK(refusal("{\"fio version\": \"fio-3.33\", \"jobs\": [{\"error\": 5}]}") ==
          "run.json: a job of fio ended with error 5");
}

TEST_CASE("a folder with a file for each metric") {
    CHECK(numbers_in("1.5\n\n 2 \r\n-3e2") == std::vector<double>{1.5, 2, -300});
    CHECK_FALSE(numbers_in(""));
    CHECK_FALSE(numbers_in("12 MB/s\n"));
    CHECK_FALSE(numbers_in("nan\n"));
    const auto run = run_from_files("case", {{"write_bw", "196.94\n"}, {"dmesg", "text 1\n"}});
    REQUIRE(run);
    CHECK(run->figures.size() == 1);
    CHECK(run->figures.at("write_bw") == std::vector<double>{196.94});
    CHECK(run_from_files("case", {{"dmesg", "text"}}).error().what ==
          "no file in case has one number a line");
}
