// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "compare/differences.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/printable.h"

namespace wbtrace::compare {

namespace {

using Values = std::map<std::string, std::set<std::string>>;

Values settings_of(const Group& group) {
    Values values;
    for (const auto& [name, runs] : group.cases)
        for (const Run& run : runs)
            for (const auto& [setting, value] : run.settings) values[setting].insert(value);
    return values;
}

std::string joined(const std::set<std::string>& words) {
    std::string text;
    for (const auto& word : words) text += (text.empty() ? "" : ", ") + word;
    return text;
}

template <typename Look>
void for_each_run(const std::vector<Group>& groups, const Look& look) {
    for (const Group& group : groups)
        for (const auto& [name, runs] : group.cases)
            for (const Run& run : runs) look(run);
}

double lost_share(const Run& run) {
    const auto lost = static_cast<double>(run.lost);
    return run.lost == 0 ? 0 : lost / (lost + static_cast<double>(run.events));
}

void warn_of_run(const Run& run, std::vector<std::string>& warnings) {
    const auto name = brief(run.name);
    if (run.lost != 0)
        warnings.push_back(fmt::format("{}: {} of {} records were lost ({:.2f} %)", name, run.lost,
                                       run.lost + run.events, 100 * lost_share(run)));
    if (run.unsettled)
        warnings.push_back(fmt::format("{}: data of the command was still dirty at the end", name));
    if (!run.part.empty()) warnings.push_back(fmt::format("{}: {}", name, printable(run.part)));
}

std::string spoken(const std::vector<std::string>& devices) {
    std::string text;
    for (const auto& device : devices) text += (text.empty() ? "" : ", ") + printable(device);
    return text.empty() ? "none" : text;
}

void warn_of_devices(const std::vector<Group>& groups, std::vector<std::string>& warnings) {
    const Run* first = nullptr;
    const Run* other = nullptr;
    for_each_run(groups, [&](const Run& run) {
        if (run.kind != Kind::report) return;
        if (first == nullptr) first = &run;
        if (other == nullptr && run.devices != first->devices) other = &run;
    });
    if (other != nullptr)
        warnings.push_back(fmt::format("{} traced other devices ({}) than {} ({})",
                                       brief(other->name), spoken(other->devices),
                                       brief(first->name), spoken(first->devices)));
}

void warn_of_cases(const std::vector<Group>& groups, std::vector<std::string>& warnings) {
    std::map<std::string, std::size_t> times;
    for (const Group& group : groups)
        for (const auto& [name, runs] : group.cases) ++times[name];
    const auto alone = std::count_if(times.begin(), times.end(),
                                     [&](const auto& one) { return one.second < groups.size(); });
    if (alone != 0)
        warnings.push_back(
            fmt::format("{} of {} cases are not in every group", alone, times.size()));
}

}  // namespace

std::vector<Difference> differences_of(const std::vector<Group>& groups) {
    std::vector<Values> sides;
    for (const Group& group : groups) sides.push_back(settings_of(group));
    std::vector<Difference> found;
    if (sides.empty()) return found;
    for (const auto& [setting, values] : sides.front()) {
        Difference difference{setting, {}};
        bool differs = false;
        for (const Values& side : sides) {
            const auto here = side.find(setting);
            if (here == side.end()) break;
            differs = differs || here->second != values;
            difference.values.push_back(joined(here->second));
        }
        if (differs && difference.values.size() == sides.size())
            found.push_back(std::move(difference));
    }
    return found;
}

std::vector<std::string> warnings_about(const std::vector<Group>& groups) {
    std::vector<std::string> warnings;
    warn_of_devices(groups, warnings);
    for_each_run(groups, [&](const Run& run) { warn_of_run(run, warnings); });
    warn_of_cases(groups, warnings);
    return warnings;
}

Result<void> check_comparable(const std::vector<Group>& groups, bool force) {
    constexpr const char* kinds[] = {"a folder of numbers", "a wbtrace report", "fio JSON"};
    constexpr double most_lost = 0.01;
    const Run* first = nullptr;
    Result<void> checked;
    for_each_run(groups, [&](const Run& run) {
        if (!checked) return;
        if (first == nullptr) first = &run;
        if (run.kind != first->kind)
            checked = fail(fmt::format("{} is {}, {} is {}", brief(first->name),
                                       kinds[static_cast<int>(first->kind)], brief(run.name),
                                       kinds[static_cast<int>(run.kind)]),
                           "compare runs of one kind");
        else if (!force && lost_share(run) > most_lost)
            checked = fail(fmt::format("{} lost {:.1f} % of its records", brief(run.name),
                                       100 * lost_share(run)),
                           "repeat it with a larger --buffer, or compare with --force");
    });
    return checked;
}

}  // namespace wbtrace::compare
