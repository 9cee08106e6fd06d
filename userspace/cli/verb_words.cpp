// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "cli/verb_words.h"

#include <algorithm>
#include <chrono>
#include <string_view>

#include <fmt/format.h>

#include "base/printable.h"
#include "cli/option_table.h"
#include "cli/values.h"

namespace wbtrace::cli {
namespace {

/// Meant as a number, be it well-formed or not.
bool is_number(std::string_view word) {
    if (word.starts_with('.')) word.remove_prefix(1);
    return !word.empty() && word.front() >= '0' && word.front() <= '9';
}

Result<void> refuse_unknown_options(const Words& rest) {
    for (const std::string& word : rest) {
        if (word.size() < 2 || !word.starts_with('-')) continue;
        if (is_number(std::string_view(word).substr(1)))
            return fail(fmt::format("'{}' is no INTERVAL: it is below 0", brief(word)));
        return fail(fmt::format("unknown option '{}'", brief(word)), help_remedy);
    }
    return {};
}

Result<void> set_interval(Options& options, const std::string& word) {
    const auto seconds = parse_interval(word);
    if (!seconds) return tl::unexpected(seconds.error());
    options.interval = *seconds;
    return {};
}

/// [INTERVAL [COUNT]]; `taken` grows by the words that are such.
Result<void> take_interval(Options& options, const Words& rest, std::size_t& taken) {
    if (taken < rest.size() && is_number(rest[taken])) {
        if (auto set = set_interval(options, rest[taken]); !set) {
            set.error().what = "INTERVAL: " + set.error().what;
            return set;
        }
        ++taken;
    }
    if (options.interval && taken < rest.size()) {
        const auto count = parse_count(rest[taken]);
        if (!count) return fail("COUNT: " + count.error().what, count.error().remedy);
        options.count = *count;
        ++taken;
    }
    return {};
}

/// The word behind a verb that wants one of several.
Result<void> take_choice(Options& options, const VerbRow& verb, const Words& rest,
                         std::size_t& taken) {
    if (verb.choices == nullptr) return {};
    const std::string remedy = fmt::format("write wbtrace {} {}", verb.word, verb.choices);
    if (rest.size() < 2) return fail(fmt::format("{} needs one more word", verb.word), remedy);
    for (std::string_view left = verb.choices; !left.empty();) {
        const auto choice = left.substr(0, left.find('|'));
        left.remove_prefix(std::min(choice.size() + 1, left.size()));
        if (choice != rest[1]) continue;
        options.choice = rest[1];
        ++taken;
        return {};
    }
    return fail(fmt::format("{} does not know '{}'", verb.word, brief(rest[1])), remedy);
}

/// The word behind a verb that wants any.
Result<void> take_operand(Options& options, const VerbRow& verb, const Words& rest,
                          std::size_t& taken) {
    if (verb.operand == nullptr || verb.verb == Verb::compare || verb.verb == Verb::matrix)
        return {};
    if (rest.size() <= taken) {
        const auto choice = options.choice.empty() ? "" : options.choice + " ";
        return fail(fmt::format("{} needs a recording", verb.word),
                    fmt::format("write wbtrace {} {}{}", verb.word, choice, verb.operand));
    }
    options.recording = rest[taken++];
    return {};
}

/// KIND [FILE], or with --diff [KIND] BASE NEW; `taken` grows by them.
Result<void> take_flame(Options& options, const Words& rest, std::size_t& taken) {
    constexpr std::size_t pair = 2;
    const std::size_t words = rest.size() - 1;
    if (options.diff && words < pair)
        return fail("flame --diff needs two files", "write wbtrace flame --diff BASE NEW");
    if (words == 0)
        return fail("flame needs a KIND", "write wbtrace flame KIND; 'wbtrace --help' lists them");
    if (!options.diff || words > pair) {
        const auto what = flame::wish_named(rest[taken]);
        if (!what) return tl::unexpected(what.error());
        options.flames.push_back({*what, "", {}});
        ++taken;
    }
    if (options.diff) {
        const auto first = rest.begin() + static_cast<std::ptrdiff_t>(taken);
        options.compared.assign(first, first + pair);
        taken += pair;
    } else if (taken < rest.size()) {
        options.recording = rest[taken++];
    }
    return {};
}

/// A plan, which --restore does not want.
Result<void> take_plan(Options& options, const Words& rest, std::size_t& taken) {
    if (options.restore) return {};
    if (rest.size() <= taken) return fail("matrix needs a plan", "write wbtrace matrix PLAN.toml");
    options.plan_file = rest[taken++];
    return {};
}

/// All that is left are runs.
Result<void> take_runs(Options& options, const Words& rest, std::size_t& taken) {
    if (rest.size() < 2)
        return fail("compare needs runs", "write wbtrace compare BASE... --against NEW...");
    options.runs.assign(rest.begin() + 1, rest.end());
    taken = rest.size();
    return {};
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
        taken = 1;
        auto chosen = row.verb == Verb::flame     ? take_flame(options, rest, taken)
                      : row.verb == Verb::compare ? take_runs(options, rest, taken)
                      : row.verb == Verb::matrix  ? take_plan(options, rest, taken)
                                                  : take_choice(options, row, rest, taken);
        if (!chosen) return chosen;
        if (auto given = take_operand(options, row, rest, taken); !given) return given;
    }
    if (options.verb == Verb::trace) {
        if (auto timed = take_interval(options, rest, taken); !timed) return timed;
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
