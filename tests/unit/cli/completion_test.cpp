// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Each shell's script must know what the table knows.
#include "cli/completion.h"

#include <fmt/format.h>

#include <regex>
#include <vector>

#include "cli/option_table.h"
#include "tests/catch.h"

using namespace wbtrace::cli;

namespace {

std::vector<std::string> shells() {
    std::vector<std::string> names;
    for (const VerbRow& row : verb_table()) {
        if (row.verb != Verb::completion) continue;
        const std::string choices = row.choices;
        const std::regex word("[^|]+");
        for (std::sregex_iterator at(choices.begin(), choices.end(), word), end; at != end; ++at)
            names.push_back(at->str());
    }
    return names;
}

/// Whether the script has the name as a word of its own.
bool has_word(const std::string& script, const std::string& word) {
    return std::regex_search(script, std::regex("(^|[^-\\w])" + word + "($|[^-\\w])"));
}

}  // namespace

TEST_CASE("every shell that the verb offers has a script") {
    CHECK(shells() == std::vector<std::string>{"bash", "zsh", "fish"});
    for (const std::string& shell : shells()) CHECK_FALSE(completion_text(shell).empty());
    CHECK(completion_text("csh").empty());
}

TEST_CASE("each script knows each option and verb, and no hidden one") {
    for (const std::string& shell : shells()) {
        const std::string script = completion_text(shell);
        for (const OptionRow& row : option_table()) {
            INFO(shell << ": " << row.names);
            const std::string long_name(row.long_name());
            const std::string short_name(row.short_name());
            const bool shown = row.group != Group::hidden;
            const bool fish = shell == "fish";
            CHECK(has_word(script, fish ? "-l " + long_name.substr(2) : long_name) == shown);
            if (short_name.empty()) continue;
            // zsh's own syntax puts a + behind a short name whose value may be joined to it.
            CHECK(has_word(script, fish ? "-s " + short_name.substr(1) : short_name) == shown);
        }
        for (const VerbRow& row : verb_table()) CHECK(has_word(script, row.word));
    }
}
