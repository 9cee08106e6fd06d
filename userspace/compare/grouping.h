// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Which runs stand against which.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "compare/run.h"

namespace wbtrace::compare {

/// One side: the runs of each case. The first group of several is the base.
struct Group {
    std::string label;
    std::map<std::string, std::vector<Run>> cases;  ///< by name, in the order of paths
};

/// A path cut into its case and the group that its suffix names.
struct Place {
    std::size_t group;      ///< the number of the suffix
    std::string case_name;  ///< the path less its suffix, with the first suffix
};

/// Of the suffixes that the path ends with the longest counts. Fails when it ends with none.
Result<Place> place_of(std::string_view path, std::span<const std::string> suffixes);

/// Groups by suffix, labelled with it; each path with its run.
Result<std::vector<Group>> grouped_by_suffix(std::vector<Run> runs,
                                             std::span<const std::string> suffixes);

/// Groups by what the runs have on these axes of their matrix, or else among their settings, in
/// the order in which they come; the first is the base. What they have on the other axes, where
/// runs differ, is the case. Fails when a run has none of that name, or there is one group only.
Result<std::vector<Group>> grouped_by_axes(std::vector<Run> runs,
                                           std::span<const std::string> axes);

/// One group for each list of runs, all of one case; labelled with the path of an only run, the
/// kernel where each group has one of its own, else base and new.
std::vector<Group> grouped_as_given(std::vector<std::vector<Run>> sides);

}  // namespace wbtrace::compare
