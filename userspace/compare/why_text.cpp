// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <fmt/format.h>

#include <algorithm>

#include "base/printable.h"
#include "compare/layout_parts.h"

namespace wbtrace::compare {

namespace {

std::string moved_text(const Moved& moved) {
    return fmt::format("  {:<19} {}: {} -> {} {}\n", moved.stage, moved.what,
                       short_number(moved.base), short_number(moved.fresh), moved.unit);
}

std::string outcomes_text(const Comparison& comparison, const Why& why) {
    std::string text;
    for (const auto& metric : why.outcomes) {
        const Row* row = comparison.row(metric, why.case_name);
        if (row == nullptr) continue;
        const Cell& cell = row->cells[why.group];
        // From nothing there is no percentage.
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", printable(metric),
                            cell.change.percent ? percent_text(cell.change)
                                                : "0 -> " + short_number(cell.summary->mean));
    }
    return text.empty() ? "no outcome changed significantly" : text;
}

/// Words in lines of at most 79 columns, the first begun with `line`, the others indented.
std::string wrapped(std::string line, const std::string& text, const std::string& indent) {
    std::string result;
    bool begins = true;
    std::string_view rest = text;
    while (!rest.empty()) {
        const auto word = rest.substr(0, rest.find(' '));
        rest.remove_prefix(std::min(word.size() + 1, rest.size()));
        if (!begins && line.size() + word.size() > 78) {
            result += line + "\n";
            line = indent;
            begins = true;
        }
        line += (begins ? "" : " ") + std::string(word);
        begins = false;
    }
    return result + line + "\n";
}

/// From one group to the other; of more than two each value once, in the groups' order.
std::string values_text(const Difference& difference) {
    const bool two = difference.values.size() == 2;
    std::vector<std::string_view> told;
    std::string text;
    for (const auto& value : difference.values) {
        if (!two && std::find(told.begin(), told.end(), value) != told.end()) continue;
        told.push_back(value);
        text += (text.empty() ? "" : two ? " -> " : ", ") + brief(value.empty() ? "none" : value);
    }
    return text;
}

std::string differences_text(const Comparison& comparison) {
    if (comparison.differences.empty()) return {};
    std::string text = "\nSettings that differ:\n";
    for (const auto& difference : comparison.differences)
        text += wrapped(fmt::format("  {}:", printable(difference.setting)),
                        " " + values_text(difference), "    ");
    return text;
}

std::string one_reason(const Comparison& comparison, const Why& why) {
    auto text =
        fmt::format("\nWhy{}{}: ", why.case_name.empty() ? "" : " ", printable(why.case_name));
    if (comparison.labels.size() > 2) text += printable(comparison.labels[why.group]) + ": ";
    text = wrapped(text, outcomes_text(comparison, why), "  ");
    for (const auto& moved : why.stages) text += moved_text(moved);
    if (why.stages.empty()) text += "  no stage moved with it\n";
    for (const auto& part : why.times)
        text += fmt::format("  time {:<13}{:+.3f} s, {:.0f} % of the change of the threads' time\n",
                            part.part, part.seconds, 100 * part.share);
    std::string others;
    for (const auto& stage : why.insignificant) others += (others.empty() ? "" : ", ") + stage;
    if (!others.empty()) text += wrapped("  no significant change: ", others, "    ");
    return text;
}

}  // namespace

std::string why_text(const Comparison& comparison) {
    auto text = differences_text(comparison);
    for (const Why& why : comparison.why) text += one_reason(comparison, why);
    return text;
}

}  // namespace wbtrace::compare
