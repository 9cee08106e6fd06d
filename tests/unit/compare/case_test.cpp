// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "compare/grouping.h"
#include "compare/layout.h"
#include "compare/read_run.h"
#include "plan/case_record.h"
#include "published_tables.h"
#include "tests/catch.h"

using namespace wbtrace::compare;
using wbtrace::plan::CaseRecord;

namespace {

CaseFiles case_files() {
    CaseRecord record;
    record.label = "6.12-plug+";
    record.repeat = 2;
    record.axes = {{"fs", "noatime"}, {"writers", "10"}, {"dirty", "100M"}};
    record.settings = {{"fs.type", "ext4"}, {"fs.mount", "noatime"}};
    CaseFiles files;
    files.record = wbtrace::plan::to_json(record);
    files.report = published::text_of("../golden/expected/plain_dd.json");
    files.rest = {{"write_bw", "123.5\n"}, {"own", "7\n"}, {"notes", "hello\n"}};
    return files;
}

Run with_figure(const char* metric, double value) {
    Run run;
    run.figures[metric] = {value};
    return run;
}

}  // namespace

TEST_CASE("a case is its report, its axes and its metric files") {
    const auto run = run_from_case("out/x", case_files(),
                                   std::vector<std::string>{"devices[0].by_op.write.requests"});
    REQUIRE(run);
    CHECK(run->kind == Kind::report);
    CHECK(run->name == "out/x");
    CHECK(run->kernel == "6.1.0-49-amd64");
    // The file wins over the report.
    CHECK(run->figures.at("write_bw") == std::vector<double>{123.5});
    CHECK(run->figures.at("own") == std::vector<double>{7});
    CHECK(run->figures.count("notes") == 0);
    CHECK(run->figures.at("runtime") == std::vector<double>{0.1294});
    CHECK(run->figures.at("devices[0].by_op.write.requests") == std::vector<double>{134});
    CHECK(run->axes.at("fs") == "noatime");
    CHECK(run->axes.at("label") == "6.12-plug+");
    CHECK(run->axes.at("repeat") == "2");
    CHECK(run->settings.at("fs.mount") == "noatime");
    CHECK(run->settings.at("dirty") == "100M");
    CHECK(run->settings.at("devices[0].queue.nomerges") == "0");
    CHECK(run->settings.count("label") == 0);
}

TEST_CASE("figures of a case are those of its own disks") {
    auto report = published::text_of("../golden/expected/stacked_md.json");
    const std::vector<std::string> disks = {"md0"}, absent = {"sdz"};
    const auto leaves = run_from_json("x", report, {}), own = run_from_json("x", report, {}, disks);
    REQUIRE(own);
    CHECK(own->devices == disks);
    CHECK(leaves->devices.size() > 1);
    const auto none = run_from_json("x", report, {}, absent);
    CHECK(none->devices.empty());
    CHECK(none->figures.count("write_bw") == 0);
}

TEST_CASE("a case that did not end is no run") {
    auto files = case_files();
    CaseRecord record;
    record.status = CaseRecord::Status::skipped;
    record.reason = "this kernel has no md";
    files.record = wbtrace::plan::to_json(record);
    const auto skipped = run_from_case("out/x", files, {});
    REQUIRE(skipped);
    CHECK(skipped->left_out == "out/x skipped: this kernel has no md");
    CHECK(skipped->figures.empty());
    files = case_files();
    files.report.clear();
    CHECK_FALSE(run_from_case("out/x", files, {}));
    files = case_files();
    files.record = "{}";
    CHECK_FALSE(run_from_case("out/x", files, {}));
}

TEST_CASE("values are laid out for one group, too") {
    Group group{"6.12", {}};
    group.cases["single/ext4-1dd"] = {with_figure("write_bw", 100), with_figure("write_bw", 110)};
    group.cases["single/xfs-1dd"] = {with_figure("runtime", 2.5)};
    const auto comparison = compared({group}, {});
    REQUIRE(comparison);
    CHECK(written(*comparison, Layout::values) ==
          "   write_bw          runtime\n"
          "       MB/s                s\n"
          "        105 ±7%            -        single/ext4-1dd\n"
          "          -              2.5        single/xfs-1dd\n");
    group.label = "6.13";
    group.cases.erase("single/xfs-1dd");
    const auto two = compared({{"6.12", group.cases}, group}, {});
    REQUIRE(two);
    CHECK(written(*two, Layout::values).find("single/ext4-1dd 6.13\n") != std::string::npos);
}
