// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Help text, manual page and table of options must tell the same.
#include "cli/texts.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>

#include "cli/option_table.h"
#include "tests/catch.h"

using namespace wbtrace::cli;

namespace {

std::string manual() {
    const auto root = std::filesystem::path(__FILE__).parent_path() / "../../..";
    std::ifstream file(root / "man/wbtrace.8.scd");
    return {std::istreambuf_iterator<char>(file), {}};
}

/// The heads of the manual's option entries, "*-d*, *--dev* _SPEC_", as "-d,--dev SPEC".
std::set<std::string> entries_of_manual() {
    const std::regex head(R"(\*(?:(-\w)\*, \*)?(--[^*]+)\*(?: _([\w=]+)_(?:\.\.\.)?)?)");
    std::set<std::string> result;
    std::istringstream lines(manual());
    for (std::string line; std::getline(lines, line);) {
        std::smatch match;
        if (!std::regex_match(line, match, head)) continue;
        std::string entry = match[1].matched ? match[1].str() + "," : "";
        entry += match[2].str();
        if (match[3].matched) entry += " " + match[3].str();
        result.insert(entry);
    }
    return result;
}

std::set<std::string> entries_of_table() {
    std::set<std::string> result;
    for (const OptionRow& row : option_table()) {
        if (row.group == Group::hidden) continue;
        std::string entry = row.names;
        if (row.argument != nullptr) entry += std::string(" ") + row.argument;
        result.insert(entry);
    }
    return result;
}

}  // namespace

TEST_CASE("the manual has an entry for each option, and no other") {
    REQUIRE_FALSE(manual().empty());
    CHECK(entries_of_manual() == entries_of_table());
}

TEST_CASE("the manual names each verb") {
    for (const VerbRow& row : verb_table()) {
        CHECK(manual().find("*wbtrace " + std::string(row.word) + "*") != std::string::npos);
    }
}

TEST_CASE("the help shows each option and fits a terminal") {
    const std::string help = help_text();
    for (const OptionRow& row : option_table()) {
        INFO(row.names);
        const bool shown = help.find(std::string(row.long_name())) != std::string::npos;
        CHECK(shown == (row.group != Group::hidden));
    }
    std::istringstream lines(help);
    for (std::string line; std::getline(lines, line);) {
        INFO(line);
        CHECK(line.size() <= 80);
        CHECK_FALSE(line.ends_with(' '));
    }
}

TEST_CASE("names in the table are unique") {
    std::set<std::string_view> seen;
    for (const OptionRow& row : option_table()) {
        CHECK(seen.insert(row.long_name()).second);
        if (!row.short_name().empty()) CHECK(seen.insert(row.short_name()).second);
    }
}

TEST_CASE("the version is a name and a number") {
    CHECK(std::regex_match(version_text(), std::regex(R"(wbtrace \d+\.\d+\.\d+\n)")));
}
