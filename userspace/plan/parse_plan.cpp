// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// The text of a plan, a function for each of its tables.
#include <fmt/format.h>

#include <algorithm>

#include "base/printable.h"
#include "plan/axis_words.h"
#include "plan/cases.h"
#include "plan/plan_sections.h"
#include "plan/section.h"

namespace wbtrace::plan {

namespace {

constexpr std::string_view top_keys[] = {"label",   "order",   "seed",  "repeat", "drop_caches",
                                         "metrics", "devices", "trace", "axes",   "workload"};

Result<void> read_order(const Section& top, Plan& plan) {
    const auto order = top.word("order");
    if (!order) return tl::unexpected(order.error());
    if (!*order) return {};
    plan.shuffled = (*order)->text == "shuffled";
    if (plan.shuffled || (*order)->text == "as-written") return {};
    return top.refuse((*order)->line, fmt::format("order '{}' is none", brief((*order)->text)),
                      "write shuffled or as-written");
}

Result<void> read_label(const Section& top, Plan& plan) {
    const auto label = top.word("label");
    if (!label) return tl::unexpected(label.error());
    if (!*label) return {};
    if (auto good = check_name((*label)->text); !good)
        return top.refuse((*label)->line, good.error().what, good.error().remedy);
    plan.label = (*label)->text;
    return {};
}

Result<void> read_top(const Section& top, Plan& plan) {
    if (auto known = top.check_keys(top_keys); !known) return known;
    if (auto read = read_label(top, plan); !read) return read;
    if (auto read = read_order(top, plan); !read) return read;
    const auto seed = top.number("seed", {});
    if (!seed) return tl::unexpected(seed.error());
    plan.seed = seed->value_or(plan.seed);
    const auto repeat = top.number("repeat", {1, most_cases});
    if (!repeat) return tl::unexpected(repeat.error());
    plan.repeat = static_cast<unsigned>(repeat->value_or(1));
    const auto drop = top.flag("drop_caches");
    if (!drop) return tl::unexpected(drop.error());
    plan.drop_caches = drop->value_or(false);
    auto metrics = top.words("metrics");
    if (!metrics) return tl::unexpected(metrics.error());
    plan.metrics = std::move(*metrics);
    return {};
}

/// Of real devices there are as many as are listed, of loop devices as many as are wanted.
Result<void> check_devices(const Section& axes, const Plan& plan) {
    const auto& real = plan.devices.real;
    for (const Layout& layout : plan.axes.layouts)
        if (!real.empty() && layout.devices > real.size())
            return axes.refuse(axes.line_of("layout"),
                               fmt::format("layout {} needs {} devices, devices.real lists {}",
                                           layout.word, layout.devices, real.size()),
                               "list more, or leave the layout out");
    return {};
}

/// dd that fills the device ends in an error: better said before.
Result<void> check_room(const Section& workload, const Plan& plan) {
    if (plan.workload.kind != Workload::Kind::dd || !plan.devices.real.empty()) return {};
    const auto& writers = plan.axes.writers;
    const auto most = *std::max_element(writers.begin(), writers.end());
    const auto bytes = plan.workload.bytes.value_or(0);
    for (const Layout& layout : plan.axes.layouts)
        if (bytes > plan.devices.loop_bytes * layout.devices / most)
            return workload.refuse(workload.line_of("bytes"),
                                   fmt::format("{} writers of {} bytes are more than layout {} has",
                                               most, bytes, layout.word),
                                   "give devices.loop_size more, or write less");
    return {};
}

Result<Section> needed_section(const Section& top, std::string_view key) {
    const auto section = top.section(key);
    if (!section) return tl::unexpected(section.error());
    if (*section) return **section;
    return top.refuse(1, fmt::format("there is no table [{}]", key),
                      "docs/matrix.md and wbtrace(8) have an example");
}

Result<Plan> plan_in(const Section& top) {
    Plan plan;
    if (auto read = read_top(top, plan); !read) return tl::unexpected(read.error());
    const auto devices = top.section("devices");
    if (!devices) return tl::unexpected(devices.error());
    if (*devices)
        if (auto read = read_devices(**devices, plan.devices); !read)
            return tl::unexpected(read.error());
    const auto trace = top.section("trace");
    if (!trace) return tl::unexpected(trace.error());
    if (*trace)
        if (auto read = read_trace(**trace, plan.tracing); !read)
            return tl::unexpected(read.error());
    const auto axes = needed_section(top, "axes");
    if (!axes) return tl::unexpected(axes.error());
    if (auto read = read_axes(*axes, plan.axes); !read) return tl::unexpected(read.error());
    const auto workload = needed_section(top, "workload");
    if (!workload) return tl::unexpected(workload.error());
    if (auto read = read_workload(*workload, plan); !read) return tl::unexpected(read.error());
    if (auto fits = check_devices(*axes, plan); !fits) return tl::unexpected(fits.error());
    if (auto fits = check_room(*workload, plan); !fits) return tl::unexpected(fits.error());
    return plan;
}

/// A key of many parts, "a.a.a...", becomes as many tables within each other, which toml++ takes
/// down by recursion.
Result<void> check_depth(std::string_view name, std::string_view text) {
    constexpr auto most_points = 200;
    unsigned line = 1;
    for (; !text.empty(); ++line) {
        const auto one = text.substr(0, text.find('\n'));
        if (std::count(one.begin(), one.end(), '.') > most_points)
            return fail(fmt::format("{}:{}: more than {} points in one line", brief(name), line,
                                    most_points));
        text.remove_prefix(std::min(one.size() + 1, text.size()));
    }
    return {};
}

}  // namespace

Result<Plan> parse_plan(std::string_view name, std::string_view text) {
    if (text.size() > most_plan_bytes)
        return fail(
            fmt::format("{} is no plan: it is longer than {} bytes", brief(name), most_plan_bytes));
    if (auto flat = check_depth(name, text); !flat) return tl::unexpected(flat.error());
    const toml::parse_result parsed = toml::parse(text, std::string(name));
    if (!parsed)
        return fail(fmt::format("{}:{}: {}", brief(name), parsed.error().source().begin.line,
                                printable(parsed.error().description())),
                    "a plan is written in TOML, see docs/matrix.md");
    return plan_in(Section(name, parsed.table()));
}

}  // namespace wbtrace::plan
