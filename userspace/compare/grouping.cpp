// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "compare/grouping.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "base/printable.h"

namespace wbtrace::compare {

namespace {

/// The kernel of all of them, or empty.
std::string only_kernel(const std::vector<Run>& runs) {
    for (const Run& run : runs)
        if (run.kernel != runs.front().kernel) return {};
    return runs.empty() ? std::string() : runs.front().kernel;
}

std::string plain_label(std::size_t group, std::size_t groups) {
    if (group == 0) return "base";
    return groups == 2 ? "new" : fmt::format("new {}", group);
}

std::vector<std::string> labels_of(const std::vector<std::vector<Run>>& sides) {
    std::vector<std::string> kernels;
    for (const auto& runs : sides) kernels.push_back(only_kernel(runs));
    std::set<std::string> distinct(kernels.begin(), kernels.end());
    if (distinct.size() == sides.size() && distinct.count("") == 0) return kernels;
    std::vector<std::string> labels;
    for (std::size_t i = 0; i < sides.size(); ++i)
        labels.push_back(sides[i].size() == 1 ? sides[i].front().name
                                              : plain_label(i, sides.size()));
    return labels;
}

}  // namespace

Result<Place> place_of(std::string_view path, std::span<const std::string> suffixes) {
    std::size_t best = suffixes.size();
    for (std::size_t i = 0; i < suffixes.size(); ++i)
        if (path.ends_with(suffixes[i]) &&
            (best == suffixes.size() || suffixes[i].size() > suffixes[best].size()))
            best = i;
    if (best == suffixes.size())
        return fail(fmt::format("{} ends with none of the suffixes", brief(path)),
                    "give --by-suffix all of them, or leave the path out");
    const auto stem = path.substr(0, path.size() - suffixes[best].size());
    return Place{best, std::string(stem) + suffixes.front()};
}

Result<std::vector<Group>> grouped_by_suffix(std::vector<Run> runs,
                                             std::span<const std::string> suffixes) {
    std::vector<Group> groups;
    for (const auto& suffix : suffixes) groups.push_back({suffix, {}});
    for (Run& run : runs) {
        auto place = place_of(run.name, suffixes);
        if (!place) return tl::unexpected(place.error());
        groups[place->group].cases[place->case_name].push_back(std::move(run));
    }
    for (const Group& group : groups)
        if (group.cases.empty())
            return fail(fmt::format("no path ends with '{}'", brief(group.label)),
                        "correct --by-suffix");
    return groups;
}

std::vector<Group> grouped_as_given(std::vector<std::vector<Run>> sides) {
    const auto labels = labels_of(sides);
    std::vector<Group> groups;
    for (std::size_t i = 0; i < sides.size(); ++i) {
        Group group{labels[i], {}};
        group.cases[""] = std::move(sides[i]);
        groups.push_back(std::move(group));
    }
    return groups;
}

}  // namespace wbtrace::compare
