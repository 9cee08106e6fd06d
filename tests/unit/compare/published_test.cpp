// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Tables that kernel developers argued with, made again from their values.
#include <cstdio>
#include <map>
#include <set>

#include "compare/comparison.h"
#include "compare/layout.h"
#include "published_tables.h"
#include "tests/catch.h"

using namespace wbtrace::compare;
using namespace published;

namespace {

constexpr const char* patched = "3.3.0-plug+";

Run run_with(const std::string& name, const std::string& metric, const std::string& value) {
    Run run;
    run.name = name;
    run.figures[metric] = {std::stod(value)};
    return run;
}

/// The runs as they lay in folders: bay/.../ext4-10dd-1-3.3.0 and -3.3.0-plug+.
std::vector<Run> folders() {
    std::vector<Run> runs;
    for (const auto& row : rows_of("write-bw-plug.tsv")) {
        const auto& name = row[0];
        if (name.starts_with("TOTAL")) continue;
        runs.push_back(run_with(name, "write_bw", row[1]));
        runs.push_back(run_with(name.substr(0, name.size() - 5) + patched, "write_bw", row[3]));
    }
    return runs;
}

std::string line_as_published(const std::vector<std::string>& row) {
    char line[256];
    std::snprintf(line, sizeof line, "%24s%12s%%%13s  %s", row[1].c_str(), row[2].c_str(),
                  row[3].c_str(), row[0].c_str());
    return line;
}

// The values were rounded before they were published, the changes were computed before that.
const std::map<std::string, std::string> differing = {
    {"bay/RAID0-2HDD-thresh=100M/ext3-1dd-1-3.3.0", "-0.0"},
    {"bay/RAID1-2HDD-thresh=100M/ext4-100dd-1-3.3.0", "+1.0"},
    {"bay/thresh=1000M:990M/xfs-1dd-1-3.3.0", "-0.1"},
    {"bay/thresh=100M/btrfs-1dd-1-3.3.0", "-0.2"},
    {"bay/thresh=100M/ext4-100dd-1-3.3.0", "-0.3"},
    {"bay/thresh=100M/xfs-10dd-1-3.3.0", "+0.0"},
    {"bay/thresh=1M/btrfs-10dd-1-3.3.0", "+6.9"},
    {"bay/thresh=1M/btrfs-1dd-1-3.3.0", "-12.6"},
};

Comparison of_kernels(const std::map<std::string, Group>& groups_by_label,
                      const std::vector<std::string>& order) {
    std::vector<Group> groups;
    for (const auto& label : order) groups.push_back(groups_by_label.at(label));
    return *compared(groups, {});
}

}  // namespace

TEST_CASE("the pair layout gives the published table of two kernels") {
    const std::vector<std::string> suffixes = {"3.3.0", patched};
    const auto groups = grouped_by_suffix(folders(), suffixes);
    REQUIRE(groups);
    const auto lines = lines_of(written(*compared(*groups, {}), Layout::pair));
    REQUIRE(lines.size() == 124);
    CHECK(lines[0] == "                   3.3.0               3.3.0-plug+");
    CHECK(lines[1] == "------------------------  ------------------------");
    const auto rows = rows_of("write-bw-plug.tsv");
    REQUIRE(rows.size() == 122);
    std::set<std::string> differed;
    for (std::size_t i = 0; i < 121; ++i) {
        const auto& name = rows[i][0];
        INFO(name);
        if (lines[i + 2] == line_as_published(rows[i])) continue;
        differed.insert(name);
        REQUIRE(differing.count(name) == 1);
        auto recomputed = rows[i];
        recomputed[2] = differing.at(name);
        CHECK(lines[i + 2] == line_as_published(recomputed));
    }
    CHECK(differed.size() == 8);
    auto total = rows[121];
    CHECK(total == std::vector<std::string>{"TOTAL write_bw", "13467.55", "-0.0", "13460.98"});
    total[3] = "13461.01";
    CHECK(lines[123] == line_as_published(total));
}

TEST_CASE("the grid layout gives the published table of RAID layouts") {
    std::map<std::string, Group> groups;
    std::vector<std::string> order;
    for (const auto& row : rows_of("raid-blocksize.tsv")) {
        if (groups.count(row[0]) == 0) order.push_back(row[0]);
        auto run = run_with(row[0] + row[1], "read_bw", row[2]);
        run.figures["write_bw"] = {std::stod(row[3])};
        groups[row[0]].label = row[0];
        groups[row[0]].cases[row[1]].push_back(run);
    }
    CHECK(written(of_kernels(groups, order), Layout::grid) ==
          "                   Direct       RAID0        RAID10 f2     RAID10 n2     RAID6\n"
          "9011495c9466       R:256 W:254  R:313 W:253  R:276 W:195   R:313 W:204   R:323 W:117\n"
          "5ff9f19231a0       R:257 W:154  R:398 W:122  R:312 W:67.7  R:344 W:66.6  R:391 W:67.2\n"
          "5.10.10 unpatched  R:256 W:149  R:401 W:123  R:312 W:64    R:356 W:64.1  R:375 W:61.5\n"
          "5.10.10 patched    R:255 W:247  R:396 W:274  R:312 W:220   R:340 W:225   R:393 W:121\n"
          "\n"
          "read_bw (MB/s), write_bw (MB/s)\n");
}

TEST_CASE("the series layout finds the published step, whatever the order of the runs") {
    std::map<std::string, Group> groups;
    for (const auto& row : rows_of("gfs2-write-bw.tsv")) {
        groups[row[0]].label = row[0];
        groups[row[0]].cases[""].push_back(run_with(row[0], "write_MiBps", row[1]));
    }
    const auto text = written(
        of_kernels(groups, {"6.4-rc3", "5.15", "6.0.5", "5.17.0", "5.19.0", "6.1.30", "5.18.0"}),
        Layout::series);
    const auto lines = lines_of(text);
    REQUIRE(lines.size() == 9);
    CHECK(lines[0] == "write_MiBps (MiB/s)");
    CHECK(lines[1] == "  5.15           5139            1 run");
    CHECK(lines[5] == "  6.0.5          3140    -43.0%  2 runs");
    CHECK(lines[7] == "  6.4-rc3        2599     +0.8%  1 run");
    CHECK(lines[8] == "step between 5.19.0 and 6.0.5: mean 5200.8 -> 2864.5 (-44.9%)");
}

TEST_CASE("the lkp layout shows metrics of several units beside each other") {
    std::vector<std::vector<Run>> sides(2, std::vector<Run>(1));
    for (const auto& row : rows_of("xfs-iomap.tsv")) {
        if (row[1] == "change_pct") continue;  // no values were published
        const auto metric = row[0] + " (" + row[1] + ")";
        if (row[2] != "-") sides[0][0].figures[metric] = {std::stod(row[2])};
        sides[1][0].figures[metric] = {std::stod(row[3])};
    }
    sides[0][0].name = "before";
    sides[1][0].name = "after";
    const auto comparison = compared(grouped_as_given(sides), {});
    REQUIRE(comparison);
    CHECK(written(*comparison, Layout::lkp) ==
          "           before                       after\n"
          "----------------- ---------------------------\n"
          "        590          +11.9%         660        1 KiB writes on pmem (MB/s)\n"
          "     100000          +30.0%      130000        1-byte writes (writes/s)\n"
          "       3800          +50.0%        5700        dbench 16 clients, 16 AGs, pmem "
          "(MB/s)\n"
          "          -               -       55015        fsmark 10M x 4 KiB files (files/s)\n"
          "        237          -14.8%         202        fsmark 10M x 4 KiB files, runtime (s)\n"
          "\n"
          "1 run: no test\n");
}
