// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <fmt/format.h>

#include "cli/shells.h"

namespace wbtrace::cli {
namespace {

// Behind "--" stands a command, whose completion is its own affair.
constexpr const char* fish_beginning = R"(# fish completion for wbtrace
function __wbtrace_has_command
    contains -- -- (commandline -opc)
end
function __wbtrace_command
    set -l words (commandline -opc)
    set -l at (contains -i -- -- $words)
    set -e words[1..$at]
    complete -C (string join ' ' -- (string escape -- $words) (commandline -ct))
end
function __wbtrace_devices
    for device in /sys/class/block/*
        string replace -r '.*/' '' -- $device
    end
    __fish_complete_path (commandline -ct)
end
complete -c wbtrace -f
complete -c wbtrace -n __wbtrace_has_command -a '(__wbtrace_command)'
)";

std::string fish_quoted(std::string_view text) {
    std::string result = "'";
    for (const char byte : text) {
        if (byte == '\'' || byte == '\\') result += '\\';
        result += byte;
    }
    return result + "'";
}

std::string value_of(const OptionRow& row) {
    const auto candidates = candidates_of(row);
    switch (candidates.kind) {
    case Candidates::devices: return " -x -a '(__wbtrace_devices)'";
    case Candidates::files: return " -r -F";
    case Candidates::users: return " -x -a '(__fish_complete_users)'";
    case Candidates::words: return fmt::format(" -x -a '{}'", candidates.words);
    case Candidates::none: break;
    }
    return row.argument != nullptr ? " -x" : "";
}

}  // namespace

std::string fish_completion() {
    std::string script = fish_beginning;
    for (const OptionRow& row : shown_options()) {
        script += "complete -c wbtrace -n 'not __wbtrace_has_command'";
        if (!row.short_name().empty()) script += fmt::format(" -s {}", row.short_name().substr(1));
        script += fmt::format(" -l {}{} -d {}\n", row.long_name().substr(2), value_of(row),
                              fish_quoted(row.help));
    }
    for (const VerbRow& verb : verb_table()) {
        script += fmt::format("complete -c wbtrace -n __fish_is_first_token -a {} -d {}\n",
                              verb.word, fish_quoted(verb.help));
        if (verb.choices == nullptr) continue;
        script += fmt::format("complete -c wbtrace -n '__fish_seen_subcommand_from {}' -a '{}'\n",
                              verb.word, spaced(verb.choices));
    }
    return script;
}

}  // namespace wbtrace::cli
