// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "cli/verb_words.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "base/printable.h"
#include "cli/option_table.h"

namespace wbtrace::cli {
namespace {

Result<void> refuse_unknown_options(const Words& rest) {
    for (const std::string& word : rest) {
        if (word.size() < 2 || !word.starts_with('-')) continue;
        return fail(fmt::format("unknown option '{}'", brief(word)), help_remedy);
    }
    return {};
}

/// The word behind a verb that wants one of several.
Result<void> take_choice(Options& options, const VerbRow& verb, const Words& rest) {
    if (verb.choices == nullptr) return {};
    const std::string remedy = fmt::format("write wbtrace {} {}", verb.word, verb.choices);
    if (rest.size() < 2) return fail(fmt::format("{} needs one more word", verb.word), remedy);
    for (std::string_view left = verb.choices; !left.empty();) {
        const auto choice = left.substr(0, left.find('|'));
        left.remove_prefix(std::min(choice.size() + 1, left.size()));
        if (choice != rest[1]) continue;
        options.shell = rest[1];
        return {};
    }
    return fail(fmt::format("{} does not know '{}'", verb.word, brief(rest[1])), remedy);
}

}  // namespace

Result<void> take_verb(Options& options, const Words& rest) {
    if (auto known = refuse_unknown_options(rest); !known) return known;
    std::size_t taken = 0;
    for (const VerbRow& row : verb_table()) {
        if (rest.empty() || rest[0] != row.word) continue;
        if (options.verb != Verb::trace)
            return fail(fmt::format("{} does nothing with {}", row.word, spoken(options.verb)),
                        "leave one of them out");
        options.verb = row.verb;
        if (auto chosen = take_choice(options, row, rest); !chosen) return chosen;
        taken = row.choices != nullptr ? 2 : 1;
    }
    if (taken == rest.size()) return {};
    return fail(
        fmt::format("unknown word '{}': to trace a command put -- before it", brief(rest[taken])));
}

std::string spoken(Verb verb) {
    for (const VerbRow& row : verb_table())
        if (row.verb == verb) return row.word;
    return verb == Verb::version ? "--version" : "tracing";
}

}  // namespace wbtrace::cli
