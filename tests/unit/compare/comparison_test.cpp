// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "compare/comparison.h"

#include <random>

#include "compare/differences.h"
#include "compare/figure_table.h"
#include "compare/layout.h"
#include "compare/version_order.h"
#include "tests/catch.h"

using namespace wbtrace::compare;

namespace {

/// All figures of a report with noise of 3 %.
std::vector<Run> noisy_runs(std::mt19937& random, std::size_t count) {
    std::normal_distribution<double> noise(1, 0.03);
    std::vector<Run> runs(count);
    for (Run& run : runs) {
        run.kind = Kind::report;
        double value = 1;
        for (const Figure& figure : figure_table())
            run.figures[figure.name] = {++value * noise(random)};
    }
    return runs;
}

void scale(std::vector<Run>& runs, const char* figure, double factor) {
    for (Run& run : runs) run.figures.at(figure).front() *= factor;
}

Comparison ask(std::vector<Run> base, std::vector<Run> fresh, Question question = {}) {
    return *compared(grouped_as_given({std::move(base), std::move(fresh)}), std::move(question));
}

std::string refusal(const std::vector<Run>& base, const std::vector<Run>& fresh,
                    bool force = false) {
    const auto checked = check_comparable(grouped_as_given({base, fresh}), force);
    return checked ? "" : checked.error().what;
}

}  // namespace

TEST_CASE("cases are told by paths less their suffix, the longest that fits") {
    const std::vector<std::string> suffixes = {"-a", "-b-a"};
    CHECK(place_of("x/y-a", suffixes)->case_name == "x/y-a");
    CHECK(place_of("x/y-a", suffixes)->group == 0);
    CHECK(place_of("x/y-b-a", suffixes)->group == 1);
    CHECK(place_of("x/y-b-a", suffixes)->case_name == "x/y-a");
    CHECK(place_of("x/y", suffixes).error().what == "x/y ends with none of the suffixes");
    std::vector<Run> runs(1);
    runs[0].name = "x-a";
    CHECK(grouped_by_suffix(runs, suffixes).error().what == "no path ends with '-b-a'");
}

TEST_CASE("groups are labelled by what tells them apart") {
    std::vector<Run> one(1), two(2);
    one[0].name = "old.json";
    CHECK(grouped_as_given({one, two})[0].label == "old.json");
    CHECK(grouped_as_given({one, two})[1].label == "new");
    CHECK(grouped_as_given({two, one, two})[2].label == "new 2");
    one[0].kernel = "6.1";
    two[0].kernel = two[1].kernel = "6.12";
    CHECK(grouped_as_given({one, two})[1].label == "6.12");
    two[1].kernel = "6.13";
    CHECK(grouped_as_given({one, two})[1].label == "new");
}

TEST_CASE("of noise hardly ever anything is significant") {
    std::mt19937 random(11);
    int alarms = 0;
    for (int i = 0; i < 100; ++i)
        for (const auto test : {Test::welch, Test::mann_whitney})
            alarms +=
                ask(noisy_runs(random, 10), noisy_runs(random, 10), {{}, test}).why.empty() ? 0 : 1;
    CHECK(alarms <= 20);  // 5 % of 200, and three standard deviations
}

TEST_CASE("the stage that moved is named first, and no other") {
    std::mt19937 random(5);
    auto base = noisy_runs(random, 5), fresh = noisy_runs(random, 5);
    scale(fresh, "write_bw", 0.61);
    scale(fresh, "write_size", 1.0 / 16);
    scale(fresh, "bios_per_request", 1.0 / 128);
    scale(fresh, "write_d2c_per_mib", 1.61);
    scale(fresh, "plug_depth", 1000);
    for (auto& run : base) run.settings["devices[0].queue.nomerges"] = "0";
    for (auto& run : fresh) run.settings["devices[0].queue.nomerges"] = "2";
    const auto comparison = ask(base, fresh);
    REQUIRE(comparison.why.size() == 1);
    const Why& why = comparison.why[0];
    CHECK(why.outcomes == std::vector<std::string>{"write_bw"});
    REQUIRE(why.stages.size() == 4);
    // What the setting is for, then by how far they moved.
    CHECK(why.stages[0].stage == "merging");
    CHECK(why.stages[0].setting == "devices[0].queue.nomerges");
    CHECK(why.stages[1].stage == "plugging");
    CHECK(why.stages[2].stage == "write size");
    CHECK(why.stages[3].stage == "device (writes)");
    CHECK(std::count(why.insignificant.begin(), why.insignificant.end(), "dirty throttling") == 1);
    REQUIRE(comparison.differences.size() == 1);
    const auto text = written(comparison, Layout::lkp);
    CHECK(text.find("Settings that differ:\n  devices[0].queue.nomerges: 0 -> 2\n") != text.npos);
    CHECK(text.find("Settings") < text.find("Why: write_bw"));
}

TEST_CASE("a changed runtime is divided among the parts of the threads' time") {
    std::vector<Run> base(3), fresh(3);
    for (std::size_t i = 0; i < 3; ++i) {
        const double noise = 0.001 * static_cast<double>(i);
        base[i].figures = {
            {"runtime", {1 + noise}}, {"time.fsync_data", {0.5}}, {"time.lock", {0.5}}};
        fresh[i].figures = {
            {"runtime", {2 + noise}}, {"time.fsync_data", {1.3}}, {"time.lock", {0.7}}};
    }
    const auto comparison = ask(base, fresh);
    REQUIRE(comparison.why.size() == 1);
    REQUIRE(comparison.why[0].times.size() == 2);
    CHECK(comparison.why[0].times[0].part == "fsync_data");
    CHECK(comparison.why[0].times[0].share == Approx(0.8));
    CHECK(comparison.shown == std::vector<std::string>{"runtime"});
}

TEST_CASE("one run a side makes no claim") {
    std::vector<Run> base(1), fresh(1);
    base[0].figures["write_bw"] = {100};
    fresh[0].figures["write_bw"] = {1};
    const auto comparison = ask(base, fresh);
    CHECK_FALSE(comparison.tested);
    CHECK(comparison.why.empty());
    CHECK_FALSE(comparison.rows[0].cells[1].change.p);
}

TEST_CASE("metrics that are asked for: names, sets, paths") {
    std::mt19937 random(1);
    const auto runs = noisy_runs(random, 2);
    CHECK(ask(runs, runs, {{"cpu", "write_bw"}}).shown ==
          std::vector<std::string>{"user_time", "system_time", "write_bw"});
    const auto refused = compared(grouped_as_given({runs, runs}), {{"a.b[0]"}});
    REQUIRE_FALSE(refused);
    CHECK(refused.error().what == "no run has the metric 'a.b[0]'");
}

TEST_CASE("what does not belong together is refused") {
    std::vector<Run> report(1), fio(1);
    report[0].name = "a.json";
    report[0].kind = Kind::report;
    report[0].events = 980;
    fio[0].name = "b.json";
    fio[0].kind = Kind::fio;
    CHECK(refusal(report, fio, true) == "a.json is a wbtrace report, b.json is fio JSON");
    CHECK(refusal(report, report).empty());
    report[0].lost = 20;
    CHECK(refusal(report, report) == "a.json lost 2.0 % of its records");
    CHECK(refusal(report, report, true).empty());
    report[0].events = 9980;
    CHECK(refusal(report, report).empty());
}

TEST_CASE("what is doubtful is said") {
    std::vector<Run> one(1), two(1);
    one[0].name = "a";
    two[0].name = "b";
    one[0].kind = two[0].kind = Kind::report;
    one[0].devices = {"sda"};
    two[0].devices = {"sdb\x1b"};
    two[0].lost = 1;
    two[0].events = 999;
    two[0].unsettled = true;
    const auto warnings = warnings_about(grouped_as_given({one, two}));
    REQUIRE(warnings.size() == 3);
    CHECK(warnings[0] == "b traced other devices (sdb\\x1b) than a (sda)");
    CHECK(warnings[1] == "b: 1 of 1000 records were lost (0.10 %)");
    CHECK(warnings[2] == "b: data of the command was still dirty at the end");
}

TEST_CASE("kernels in the order of their versions") {
    CHECK(is_earlier("5.9", "5.10"));
    CHECK(is_earlier("6.4-rc3", "6.4"));
    CHECK(is_earlier("6.4-rc3", "6.4-rc10"));
    CHECK(is_earlier("6.4-rc3", "6.4.1"));
    CHECK(is_earlier("6.4", "6.4.1"));
    CHECK(is_earlier("6.1.0-49-amd64", "6.12.8-amd64"));
    CHECK_FALSE(is_earlier("6.4", "6.4-rc3"));
    CHECK_FALSE(is_earlier("6.4", "6.4"));
    CHECK_FALSE(is_earlier("6.4.0", "6.4.00"));
}

TEST_CASE("names are escaped as the form wants it") {
    std::vector<Run> base(2), fresh(2);
    const std::string metric = "a,\"b|\x1b[31m";
    for (auto* side : {&base, &fresh})
        for (Run& run : *side) run.figures[metric] = {1};
    fresh[0].figures[metric] = {2};
    const auto comparison = ask(base, fresh);
    CHECK(written(comparison, Layout::csv).find("\"a,\"\"b|") != std::string::npos);
    CHECK(written(comparison, Layout::markdown).find("a,\"b\\|") != std::string::npos);
    CHECK(written(comparison, Layout::lkp).find('\x1b') == std::string::npos);
    CHECK(written(comparison, Layout::json).find('\x1b') == std::string::npos);
    for (const auto layout : {Layout::pair, Layout::grid, Layout::series, Layout::json})
        CHECK_FALSE(written(comparison, layout).empty());
}
