// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "compare/comparison.h"
#include "compare/layout.h"
#include "tests/catch.h"

using namespace wbtrace::compare;
using Catch::Matchers::Contains;

namespace {

/// `count` values of each power of two from 2^first to 2^last.
wbtrace::model::Histogram powers(int first, int last, std::uint64_t count = 1) {
    wbtrace::model::Histogram histogram;
    for (int i = first; i <= last; ++i) histogram.record(std::uint64_t{1} << i, count);
    return histogram;
}

Run run_with(const wbtrace::model::Histogram& sizes) {
    Run run;
    run.kind = Kind::report;
    run.figures["write_bw"] = {1};
    run.histograms["write_size"] = sizes;
    return run;
}

std::vector<HistogramShift> shifts_between(std::vector<Run> base, std::vector<Run> fresh) {
    return shifts_of(grouped_as_given({std::move(base), std::move(fresh)}));
}

Run of_matrix(const std::string& label, const std::string& fs, const std::string& repeat) {
    Run run;
    run.name = label + fs + repeat;
    run.axes = {{"label", label}, {"fs", fs}, {"repeat", repeat}, {"layout", "single"}};
    return run;
}

}  // namespace

TEST_CASE("the distance of histograms is how far values moved, in powers of two") {
    CHECK(distance_in_octaves(powers(10, 20), powers(10, 20, 7)) == Approx(0).margin(1e-9));
    CHECK(distance_in_octaves(powers(10, 20), powers(13, 23)) == Approx(3));
    CHECK(distance_in_octaves(powers(13, 23), powers(10, 20)) == Approx(3));
    CHECK(distance_in_octaves(powers(10, 10), powers(10, 11)) == Approx(0.5));
    CHECK(distance_in_octaves(powers(0, 0), powers(1, 1)) == Approx(1));
}

TEST_CASE("quantiles are those of all runs of a side together") {
    // One run of few small requests, one of many large ones.
    const auto small = [](std::uint64_t count) { return run_with(powers(12, 12, count)); };
    const auto large = [](std::uint64_t count) { return run_with(powers(20, 20, count)); };
    const auto shifts = shifts_between({small(10), large(90)}, {small(90), large(10)});
    REQUIRE(shifts.size() == 1);
    CHECK(std::string(shifts[0].of->name) == "write_size");
    CHECK(shifts[0].quantiles[0].base == 1024);  // KiB
    CHECK(shifts[0].quantiles[0].fresh == 4);
    REQUIRE(shifts[0].quantiles[0].ratio);
    CHECK(shifts[0].quantiles[0].ratio->low == Approx(4.0 / 1024));
    CHECK(shifts[0].quantiles[0].ratio->high == Approx(1024.0 / 4));
    CHECK(shifts[0].octaves == Approx(8 * 0.8));
}

TEST_CASE("one run a side has no interval, and a histogram of one side no shift") {
    auto shifts = shifts_between({run_with(powers(12, 12))}, {run_with(powers(13, 13))});
    REQUIRE(shifts.size() == 1);
    CHECK_FALSE(shifts[0].quantiles[0].ratio);
    Run without;
    CHECK(shifts_between({run_with(powers(12, 12))}, {without}).empty());
}

TEST_CASE("the histogram layout shows each quantile, its change and the interval") {
    const std::vector<Run> base(3, run_with(powers(20, 20, 5)));
    const std::vector<Run> fresh(3, run_with(powers(16, 16, 80)));
    Question question;
    question.histograms = true;
    const auto comparison = compared(grouped_as_given({base, fresh}), question);
    REQUIRE(comparison);
    const auto text = written(*comparison, Layout::histogram);
    CHECK_THAT(text, Contains("write_size (KiB): sizes of write requests; distance 4.00 octaves"));
    CHECK_THAT(text, Contains("1024           64     -93.8%      0.0625 to 0.0625"));
    CHECK_THAT(text, Contains("Not on both sides: sync_time, throttle, read_size, "));
    CHECK_THAT(written(*comparison, Layout::json), Contains("\"distance_octaves\": 4.0"));
}

TEST_CASE("runs of a matrix are grouped by axes, and the others are the case") {
    std::vector<Run> runs;
    for (const char* label : {"6.1", "6.12"})
        for (const char* fs : {"ext4", "xfs"})
            for (const char* repeat : {"1", "2"}) runs.push_back(of_matrix(label, fs, repeat));
    const std::vector<std::string> by_label = {"label"}, by_both = {"label", "fs"};
    auto groups = grouped_by_axes(runs, by_label);
    REQUIRE(groups);
    REQUIRE(groups->size() == 2);
    CHECK((*groups)[0].label == "6.1");
    CHECK((*groups)[1].cases.at("fs=xfs").size() == 2);
    groups = grouped_by_axes(runs, by_both);
    REQUIRE(groups);
    CHECK(groups->size() == 4);
    CHECK((*groups)[1].label == "6.1 xfs");
    CHECK((*groups)[1].cases.at("").size() == 2);
}

TEST_CASE("an axis that runs do not have, or that all share, is said") {
    std::vector<Run> runs = {of_matrix("a", "ext4", "1"), of_matrix("a", "ext4", "2")};
    const std::vector<std::string> unknown = {"colour"}, shared = {"fs"}, setting = {"vm.x"};
    CHECK(grouped_by_axes(runs, unknown).error().what == "aext41 has no 'colour'");
    CHECK(grouped_by_axes(runs, shared).error().what == "all runs have the same on --by: ext4");
    runs[0].settings["vm.x"] = "1";
    runs[1].settings["vm.x"] = "2";
    REQUIRE(grouped_by_axes(runs, setting));
    CHECK(grouped_by_axes(runs, setting)->at(1).label == "2");
}
