// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// The one place where an option is defined: the parser, the help text and the shells' completions
// come from this table, and a test holds the manual page against it.
#pragma once

#include <span>
#include <string_view>

#include "base/result.h"
#include "cli/options.h"

namespace wbtrace::cli {

/// Where the help text shows an option; in this order.
enum class Group { what, command, output, flame, top, compare, matrix, capture, other, hidden };

/// A set of verbs.
constexpr unsigned with(Verb verb) { return 1U << static_cast<unsigned>(verb); }

/// All that trace, whatever they make of it.
constexpr unsigned with_tracing = with(Verb::trace) | with(Verb::flame) | with(Verb::top);

struct OptionRow {
    const char* names;     ///< "-d,--dev": short first, one long name
    const char* argument;  ///< "SPEC"; null: a switch
    Group group;
    const char* help;  ///< a phrase without full stop
    /// Puts the value ("" for a switch) into the options. The error says what is wrong with the
    /// value; the parser puts the option's name in front of it.
    Result<void> (*apply)(Options& options, std::string_view value);
    unsigned verbs = with_tracing;  ///< that use it; others refuse it
    bool many = false;  ///< takes all words up to the next option, as one value with NUL between

    /// The long name: "--dev".
    [[nodiscard]] constexpr std::string_view long_name() const {
        const std::string_view all = names;
        return all.substr(all.find("--"));
    }
    /// The short name, "-d", or empty.
    [[nodiscard]] constexpr std::string_view short_name() const {
        const std::string_view all = names;
        return all.substr(0, all.starts_with("--") ? 0 : 2);
    }
};

std::span<const OptionRow> option_table();

/// A word that may stand before the options.
struct VerbRow {
    const char* word;
    Verb verb;
    const char* choices;  ///< "a|b": one of these words must follow; null: none
    const char* help;
    const char* operand = nullptr;  ///< "FILE": any one word must follow, or with "..." several
    const char* usage = nullptr;    ///< what follows the word in the help; null: the choices
};

std::span<const VerbRow> verb_table();

}  // namespace wbtrace::cli
