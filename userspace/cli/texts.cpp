// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "cli/texts.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "cli/option_table.h"

namespace wbtrace::cli {
namespace {

constexpr std::size_t page_columns = 80;
constexpr std::size_t text_column = 26;

constexpr const char* introduction =
    "Shows why storage writes are slow: follows them from the task that dirtied a\n"
    "page through throttling, writeback, merging and queueing to the device.\n"
    "\n"
    "Usage:\n"
    "  wbtrace [OPTIONS] -- COMMAND [ARG...]   trace one command, then report\n"
    "  wbtrace [OPTIONS] [INTERVAL [COUNT]]    trace the system until Ctrl-C, report\n"
    "                                          then, and after each INTERVAL seconds\n";

constexpr const char* examples =
    "\nExamples:\n"
    "  wbtrace -- dd if=/dev/zero of=file bs=1M count=100\n"
    "  wbtrace --dev sda --duration 10 --json report.json\n"
    "  wbtrace -T 5\n"
    "  wbtrace flame throttle -o throttle.svg -- ./workload\n"
    "\nA traced command keeps its exit status. See wbtrace(8) for all figures.\n";

constexpr std::pair<Group, const char*> group_titles[] = {
    {Group::what, "What to trace"}, {Group::command, "With a command"},
    {Group::output, "Output"},      {Group::flame, "With flame"},
    {Group::top, "With top"},       {Group::compare, "With compare"},
    {Group::matrix, "With matrix"}, {Group::capture, "Capture"},
    {Group::other, "Other"},
};

/// Adds a term and its explanation, which is broken into lines of its own column.
void add_entry(std::string& page, const std::string& term, std::string_view text) {
    std::string line = "  " + term;
    if (line.size() + 2 > text_column) {
        page += line + "\n";
        line.clear();
    }
    line.resize(text_column, ' ');
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(' '));
        text.remove_prefix(std::min(word.size() + 1, text.size()));
        if (line.size() + word.size() > page_columns) {
            page.append(line, 0, line.find_last_not_of(' ') + 1) += '\n';
            line.assign(text_column, ' ');
        }
        line.append(word) += ' ';
    }
    page.append(line, 0, line.find_last_not_of(' ') + 1) += '\n';
}

std::string term_of(const OptionRow& row) {
    const std::string_view brief = row.short_name();
    std::string term = brief.empty() ? "    " : fmt::format("{}, ", brief);
    term += row.long_name();
    if (row.argument != nullptr) term += fmt::format(" {}{}", row.argument, row.many ? "..." : "");
    return term;
}

}  // namespace

std::string help_text() {
    std::string page = introduction;
    for (const VerbRow& verb : verb_table()) {
        std::string rest = verb.choices != nullptr ? verb.choices : "[OPTIONS]";
        if (verb.operand != nullptr) rest += fmt::format(" {}", verb.operand);
        if (verb.usage != nullptr) rest = verb.usage;
        const std::string usage = fmt::format("wbtrace {} {}", verb.word, rest);
        const bool fits = usage.size() < 40;
        page += fmt::format("  {:<40}{}\n", fits ? usage : usage + fmt::format("\n{:42}", ""),
                            verb.help);
    }
    for (const auto& [group, title] : group_titles) {
        page += fmt::format("\n{}:\n", title);
        for (const OptionRow& row : option_table()) {
            if (row.group == group) add_entry(page, term_of(row), row.help);
        }
    }
    return page + examples;
}

std::string version_text() { return "wbtrace " WBTRACE_VERSION "\n"; }

}  // namespace wbtrace::cli
