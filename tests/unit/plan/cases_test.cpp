// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "plan/cases.h"

#include <algorithm>
#include <set>

#include "tests/catch.h"

using namespace wbtrace;
using namespace wbtrace::plan;

namespace {

std::vector<Case> cases(const std::string& top, const std::string& axes) {
    const auto plan = parse_plan(
        "plan.toml", top + "\n[axes]\n" + axes + "\n[workload]\nkind = \"dd\"\nbytes = 4096\n");
    if (!plan) FAIL(plan.error().what);
    auto made = cases_of(*plan, plan->label.empty() ? "6.1.0" : plan->label);
    if (!made) FAIL(made.error().what);
    CHECK(count_cases(*plan) == made->size());
    return *made;
}

std::vector<std::string> folders(const std::vector<Case>& made) {
    std::vector<std::string> all;
    for (const Case& one : made) all.push_back(one.folder);
    return all;
}

constexpr const char* grid = R"(fs = ["ext4", "xfs", "btrfs"]
writers = [1, 10]
dirty = ["100M", "1000M:990M"])";

}  // namespace

TEST_CASE("cases come as their axes are written, repeats together") {
    const auto made = cases("order = \"as-written\"\nrepeat = 2", grid);
    REQUIRE(made.size() == 24);
    CHECK(made[0].folder == "single-100M/ext4-1dd-1-6.1.0");
    CHECK(made[1].folder == "single-100M/ext4-1dd-2-6.1.0");
    CHECK(made[2].folder == "single-100M/ext4-10dd-1-6.1.0");
    CHECK(made[23].folder == "single-1000M:990M/btrfs-10dd-2-6.1.0");
    CHECK(made[23].axes.at("dirty") == "1000M:990M");
    CHECK(made[23].axes.at("fs") == "btrfs");
    CHECK(made[23].axes.at("writers") == "10");
    CHECK(made[23].axes.at("layout") == "single");
    CHECK(made[23].axes.size() == 4);
    CHECK(case_name(made[23], Workload::Kind::dd) == "single-1000M:990M/btrfs-10dd");
}

TEST_CASE("a shuffled order is the same for a seed, and holds all") {
    const auto written = folders(cases("order = \"as-written\"\nrepeat = 2", grid));
    const auto one = folders(cases("seed = 1\nrepeat = 2", grid));
    CHECK(one == folders(cases("repeat = 2", grid)));
    CHECK(one != written);
    CHECK(one != folders(cases("seed = 2\nrepeat = 2", grid)));
    CHECK(std::set<std::string>(one.begin(), one.end()) ==
          std::set<std::string>(written.begin(), written.end()));
    // Pinned: a later version must go on where an earlier one stopped.
    CHECK(one[0] == "single-1000M:990M/xfs-1dd-2-6.1.0");
}

TEST_CASE("every axis is part of the folder's name") {
    const auto made = cases("label = \"patched\"",
                            "fs = [\"raw\"]\nlayout = \"raid10f2:4\"\nscheduler = \"none\"\n"
                            "queue.nomerges = 2\nblock_size = 4096\ndirty = \"100M\"");
    REQUIRE(made.size() == 1);
    CHECK(made[0].folder ==
          "raid10f2:4-100M-scheduler=none-nomerges=2-block_size=4096/raw-1dd-1-patched");
    CHECK(made[0].axes.at("queue.nomerges") == "2");
    CHECK(made[0].axes.at("scheduler") == "none");
    CHECK(made[0].queue.size() == 2);
    CHECK(made[0].block_size == 4096U);
}

TEST_CASE("too many cases are refused without making them") {
    Plan plan;
    plan.axes.layouts.resize(2);
    plan.axes.file_systems.resize(3);
    plan.axes.writers.resize(1000);
    plan.axes.queue.assign(40, std::vector<QueueSetting>(1000));
    plan.repeat = most_cases;
    CHECK(count_cases(plan) == most_cases + 1);
    const auto made = cases_of(plan, "x");
    REQUIRE_FALSE(made);
    CHECK(made.error().what == "the plan comes to more than 10000 cases");
}

TEST_CASE("two cases never share a folder, and labels cannot lead elsewhere") {
    Plan plan;
    plan.axes.layouts = {{"single-1M"}, {"single"}};
    plan.axes.dirty = {{"1M", 1, 1}, {"1M-1M", 1, 1}};
    plan.axes.file_systems = {{"ext4", "ext4"}};
    plan.axes.writers = {1};
    const auto made = cases_of(plan, "x");
    REQUIRE_FALSE(made);
    CHECK(made.error().what.find("two cases would have the folder") == 0);
    for (const char* label : {"..", "a/b", "", "a\nb", ".hidden", "-x"})
        CHECK_FALSE(cases_of(plan, label));
}
