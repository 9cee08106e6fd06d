// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <fmt/format.h>

#include "cli/shells.h"

namespace wbtrace::cli {
namespace {

// Behind "--" stands a command, whose completion is its own affair. The file may lie in $fpath
// or be sourced.
constexpr const char* zsh_beginning = R"(#compdef wbtrace
_wbtrace_devices() {
  local -a devices=(/sys/class/block/*(N:t))
  compadd -a devices
  _files
}
_wbtrace() {
  local at=${words[(i)--]}
  if ((at < CURRENT)); then
    shift $at words
    ((CURRENT -= at))
    _normal
    return
  fi
)";

constexpr const char* ending = R"(}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _wbtrace "$@"
else
  compdef _wbtrace wbtrace
fi
)";

/// Inside single quotes and square brackets.
std::string zsh_quoted(std::string_view text) {
    std::string result;
    for (const char byte : text) {
        if (byte == '\'') {
            result += "'\\''";
            continue;
        }
        if (byte == '[' || byte == ']' || byte == ':' || byte == '\\') result += '\\';
        result += byte;
    }
    return result;
}

std::string action_of(const OptionRow& row) {
    const auto candidates = candidates_of(row);
    switch (candidates.kind) {
    case Candidates::devices: return "_wbtrace_devices";
    case Candidates::files: return "_files";
    case Candidates::users: return "_users";
    case Candidates::words: return fmt::format("({})", candidates.words);
    case Candidates::none: break;
    }
    return " ";
}

std::string specification(const OptionRow& row, std::string_view name) {
    const bool wants_value = row.argument != nullptr;
    const char* joined = !wants_value ? "" : name.starts_with("--") ? "=" : "+";
    std::string text = fmt::format("'*{}{}[{}]", name, joined, zsh_quoted(row.help));
    if (wants_value) text += fmt::format(":{}:{}", row.argument, action_of(row));
    return text + "'";
}

}  // namespace

std::string zsh_completion() {
    std::string script = zsh_beginning;
    std::string verbs;
    for (const VerbRow& verb : verb_table()) {
        verbs += fmt::format(" {}\\:'{}'", verb.word, zsh_quoted(verb.help));
        if (verb.operand != nullptr)
            script += fmt::format(
                "  if [[ $words[CURRENT-1] == ({}) ]]; then\n    _files\n    return\n  fi\n",
                before_operand(verb));
        if (verb.choices == nullptr) continue;
        script += fmt::format(
            "  if [[ $words[CURRENT-1] == {} ]]; then\n    compadd {}\n    return\n  fi\n",
            verb.word, spaced(verb.choices));
    }
    script += "  _arguments -s";
    for (const OptionRow& row : shown_options()) {
        if (!row.short_name().empty()) script += " \\\n    " + specification(row, row.short_name());
        script += " \\\n    " + specification(row, row.long_name());
    }
    script += fmt::format(" \\\n    \"1:word:(({}))\"\n", verbs);
    return script + ending;
}

}  // namespace wbtrace::cli
