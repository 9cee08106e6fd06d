// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "views/doctor_text.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/printable.h"
#include "views/doctor_devices.h"
#include "views/text_page.h"
#include "views/units_text.h"

namespace wbtrace::views {

namespace {

using model::DoctorReport;
using model::Fact;
using model::FactGroup;
using model::FactLevel;

std::string label(std::string_view name, std::string_view mark = "") {
    return fmt::format("{:<14}{:<4}", printable(name), mark);
}

const char* mark_of(FactLevel level) {
    constexpr std::array<const char*, 3> marks = {"ok", "note", "BAD"};
    return marks.at(static_cast<std::size_t>(level));
}

void write_facts(TextPage& page, const DoctorReport& report, FactGroup group) {
    for (const auto& fact : report.facts) {
        if (fact.group != group) continue;
        page.words(label(fact.name, mark_of(fact.level)), printable(fact.value));
    }
}

void write_kernel(TextPage& page, const DoctorReport& report) {
    const auto& host = report.host;
    page.title("kernel");
    page.words(label("release"),
               fmt::format("{} {}", printable(host.kernel), printable(host.machine)));
    page.words(label("machine"),
               fmt::format("{}, {} of memory in pages of {}", counted(host.cpus, "CPU", "CPUs"),
                           bytes_text(host.memory_bytes), bytes_text(host.page_bytes)));
    std::vector<std::string> settings;
    for (const auto& [name, value] : host.vm_dirty)
        settings.push_back(fmt::format("{} {}", printable(name), value));
    if (!settings.empty()) page.items(label("sysctl vm"), settings);
    write_facts(page, report, FactGroup::kernel);
}

void write_privileges(TextPage& page, const DoctorReport& report) {
    page.title("capabilities and limits");
    write_facts(page, report, FactGroup::privileges);
}

bool alike(const model::ProbeFact& one, const model::ProbeFact& other) {
    return one.why_not == other.why_not && one.costs == other.costs;
}

/// Neighbours that fail for one reason and cost the same are told together.
void write_missing_probes(TextPage& page, std::vector<model::ProbeFact> missing) {
    for (auto begin = missing.begin(); begin != missing.end();) {
        const auto end = std::find_if_not(begin, missing.end(),
                                          [&](const auto& other) { return alike(*begin, other); });
        std::vector<std::string> names;
        std::transform(begin, end, std::back_inserter(names),
                       [](const auto& probe) { return printable(probe.tracepoint); });
        page.paragraph(2, fmt::format("{}", fmt::join(names, " ")));
        page.words("  why", printable(begin->why_not.empty() ? "not known" : begin->why_not));
        if (!begin->costs.empty()) page.words("  costs", printable(begin->costs));
        begin = end;
    }
}

void write_probes(TextPage& page, const DoctorReport& report) {
    if (report.probes.empty()) {
        page.title("probes: not tried");
        return;
    }
    std::vector<std::string> available;
    std::vector<model::ProbeFact> missing;
    for (const auto& probe : report.probes) {
        if (probe.available)
            available.push_back(printable(probe.tracepoint));
        else
            missing.push_back(probe);
    }
    const auto all = report.probes.size();
    const bool complete = available.size() == all;
    page.title(complete ? fmt::format("probes: all {} available", all)
                        : fmt::format("probes: {} of {} available", available.size(), all));
    if (!available.empty()) page.items("available", available);
    if (complete) return;
    page.line("  not available:");
    write_missing_probes(page, std::move(missing));
}

void write_remedies(TextPage& page, const DoctorReport& report) {
    const bool any = std::any_of(report.facts.begin(), report.facts.end(),
                                 [](const Fact& fact) { return !fact.remedy.empty(); });
    if (!any) return;
    page.title("remedies");
    for (const auto& fact : report.facts) {
        if (!fact.remedy.empty()) page.words(label(fact.name), printable(fact.remedy));
    }
}

void write_verdict(TextPage& page, const DoctorReport& report) {
    if (report.run_mode_works) {
        page.title("run mode works here");
        return;
    }
    std::vector<std::string> causes;
    for (const auto& fact : report.facts) {
        if (fact.level == FactLevel::bad) causes.push_back(printable(fact.name));
    }
    if (causes.empty()) causes.emplace_back("probes it rests on are not available");
    page.alarm_title(fmt::format("run mode does not work here: {}", fmt::join(causes, ", ")));
}

}  // namespace

std::string doctor_text(const DoctorReport& report, bool color) {
    TextPage page(color);
    write_kernel(page, report);
    write_privileges(page, report);
    write_probes(page, report);
    write_doctor_devices(page, report);
    write_remedies(page, report);
    write_verdict(page, report);
    return std::move(page).text();
}

}  // namespace wbtrace::views
