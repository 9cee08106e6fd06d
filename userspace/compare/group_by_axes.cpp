// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/printable.h"
#include "compare/grouping.h"

namespace wbtrace::compare {

namespace {

Error no_such_axis(const Run& run, const std::string& axis) {
    std::string known;
    for (const auto& [name, value] : run.axes) known += (known.empty() ? "" : ", ") + name;
    return {fmt::format("{} has no '{}'", brief(run.name), brief(axis)),
            known.empty() ? "--by is for the cases of a matrix, and settings of reports"
                          : fmt::format("it has {}", printable(known))};
}

Result<std::string> value_of(const Run& run, const std::string& axis) {
    for (const auto* words : {&run.axes, &run.settings})
        if (const auto found = words->find(axis); found != words->end()) return found->second;
    return tl::unexpected(no_such_axis(run, axis));
}

Result<std::string> label_of(const Run& run, std::span<const std::string> axes) {
    std::string label;
    for (const auto& axis : axes) {
        auto value = value_of(run, axis);
        if (!value) return value;
        label += (label.empty() ? "" : " ") + *value;
    }
    return label;
}

/// Those on which runs differ, but for repeats and what the groups are told by.
std::set<std::string> axes_of_cases(const std::vector<Run>& runs,
                                    std::span<const std::string> axes) {
    std::map<std::string, std::set<std::string>> values;
    for (const Run& run : runs)
        for (const auto& [axis, value] : run.axes) values[axis].insert(value);
    std::set<std::string> left;
    for (const auto& [axis, distinct] : values)
        if (distinct.size() > 1 && axis != "repeat" &&
            std::find(axes.begin(), axes.end(), axis) == axes.end())
            left.insert(axis);
    return left;
}

std::string case_of(const Run& run, const std::set<std::string>& axes) {
    std::string name;
    for (const auto& [axis, value] : run.axes)
        if (axes.count(axis) != 0)
            name += fmt::format("{}{}={}", name.empty() ? "" : " ", axis, value);
    return name;
}

}  // namespace

Result<std::vector<Group>> grouped_by_axes(std::vector<Run> runs,
                                           std::span<const std::string> axes) {
    const auto others = axes_of_cases(runs, axes);
    std::vector<Group> groups;
    for (Run& run : runs) {
        const auto label = label_of(run, axes);
        if (!label) return tl::unexpected(label.error());
        auto group = std::find_if(groups.begin(), groups.end(),
                                  [&](const Group& one) { return one.label == *label; });
        if (group == groups.end()) group = groups.insert(group, Group{*label, {}});
        auto name = case_of(run, others);
        group->cases[std::move(name)].push_back(std::move(run));
    }
    if (groups.size() > 1) return groups;
    return fail(fmt::format("all runs have the same on --by: {}",
                            groups.empty() ? "none" : brief(groups.front().label)),
                "name an axis on which they differ");
}

}  // namespace wbtrace::compare
