// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "cli/completion.h"

#include <algorithm>
#include <iterator>

#include "cli/shells.h"

namespace wbtrace::cli {

CandidatesOf candidates_of(const OptionRow& row) {
    const std::string_view argument = row.argument != nullptr ? row.argument : "";
    if (argument == "SPEC") return {Candidates::devices, {}};
    if (argument == "FILE" || argument == "NEW") return {Candidates::files, {}};
    if (argument == "NAME") return {Candidates::users, {}};
    if (argument == "FORMAT") return {Candidates::words, "folded svg speedscope"};
    if (argument == "PANE")
        return {Candidates::words, "devices processes files cgroups writeback latency waits"};
    if (argument == "LAYOUT") return {Candidates::words, compare::layout_words};
    if (argument == "TEST") return {Candidates::words, "welch mann-whitney"};
    if (argument == "WHEN") return {Candidates::words, "auto always never"};
    return {};
}

std::vector<OptionRow> shown_options() {
    std::vector<OptionRow> rows;
    const auto table = option_table();
    std::copy_if(table.begin(), table.end(), std::back_inserter(rows),
                 [](const OptionRow& row) { return row.group != Group::hidden; });
    return rows;
}

std::string_view before_operand(const VerbRow& verb) {
    return verb.choices != nullptr ? verb.choices : verb.word;
}

std::string spaced(std::string_view choices) {
    std::string words(choices);
    std::replace(words.begin(), words.end(), '|', ' ');
    return words;
}

std::string completion_text(std::string_view shell) {
    if (shell == "bash") return bash_completion();
    if (shell == "zsh") return zsh_completion();
    if (shell == "fish") return fish_completion();
    return {};
}

}  // namespace wbtrace::cli
