// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <fmt/format.h>

#include "cli/shells.h"

namespace wbtrace::cli {
namespace {

// Behind "--" stands a command, whose completion is its own affair. bash takes "--x=y" apart at
// the sign.
constexpr const char* bash_beginning = R"bash(# bash completion for wbtrace
_wbtrace_files() {
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$1")
}
_wbtrace_devices() {
    local names
    names=$(ls /sys/class/block 2>/dev/null)
    _wbtrace_files "$1"
    mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -W "$names" -- "$1")
}
_wbtrace() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} i
    COMPREPLY=()
    for ((i = 1; i < COMP_CWORD; i++)); do
        [[ ${COMP_WORDS[i]} == -- ]] || continue
        if declare -F _command_offset >/dev/null; then
            _command_offset $((i + 1))
        else
            mapfile -t COMPREPLY < <(compgen -c -- "$word"; compgen -f -- "$word")
        fi
        return
    done
    if [[ $word == = ]]; then
        word=
    elif [[ $before == = ]]; then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    case $before in
)bash";

std::string offer_words(std::string_view words) {
    return fmt::format("mapfile -t COMPREPLY < <(compgen -W '{}' -- \"$word\")", words);
}

std::string offer_values(const OptionRow& row) {
    const auto candidates = candidates_of(row);
    switch (candidates.kind) {
    case Candidates::devices: return "_wbtrace_devices \"$word\"";
    case Candidates::files: return "_wbtrace_files \"$word\"";
    case Candidates::users: return "mapfile -t COMPREPLY < <(compgen -u -- \"$word\")";
    case Candidates::words: return offer_words(candidates.words);
    case Candidates::none: break;
    }
    return ":";
}

std::string values_case(const OptionRow& row) {
    const auto brief_name = row.short_name();
    const char* separator = brief_name.empty() ? "" : " | ";
    return fmt::format("    {}{}{}) {} ;;\n", brief_name, separator, row.long_name(),
                       offer_values(row));
}

}  // namespace

std::string bash_completion() {
    std::string script = bash_beginning;
    std::string words = "--";
    for (const OptionRow& row : shown_options()) {
        if (!row.short_name().empty()) words += fmt::format(" {}", row.short_name());
        words += fmt::format(" {}", row.long_name());
        if (row.argument != nullptr) script += values_case(row);
    }
    for (const VerbRow& verb : verb_table()) {
        words += fmt::format(" {}", verb.word);
        if (verb.operand != nullptr)
            script += fmt::format("    {}) _wbtrace_files \"$word\" ;;\n", before_operand(verb));
        if (verb.choices != nullptr)
            script += fmt::format("    {}) {} ;;\n", verb.word, offer_words(spaced(verb.choices)));
    }
    script += fmt::format("    *) {} ;;\n    esac\n}}\n", offer_words(words));
    return script + "complete -F _wbtrace wbtrace\n";
}

}  // namespace wbtrace::cli
