// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// What the shells' scripts have in common; for the files completion*.cpp only.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/option_table.h"

namespace wbtrace::cli {

/// What may stand where an option's value is wanted.
enum class Candidates { none, devices, files, users, words };

struct CandidatesOf {
    Candidates kind = Candidates::none;
    std::string words;  ///< separated by blanks, for Candidates::words
};

CandidatesOf candidates_of(const OptionRow& row);

/// The rows of the table that help shows.
std::vector<OptionRow> shown_options();

/// The words that the operand of a verb stands behind, as "a|b": its choices, or itself.
std::string_view before_operand(const VerbRow& verb);

/// "a|b" as "a b".
std::string spaced(std::string_view choices);

std::string bash_completion();
std::string zsh_completion();
std::string fish_completion();

}  // namespace wbtrace::cli
