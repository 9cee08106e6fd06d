// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "base/printable.h"
#include "cli/option_table.h"
#include "cli/options.h"
#include "cli/together.h"
#include "cli/verb_words.h"

namespace wbtrace::cli {
namespace {

/// A row of the table and what CLI11 has found for it.
struct Registered {
    const OptionRow* row = nullptr;
    const CLI::Option* found = nullptr;
};

/// CLI11 only cuts the words apart; values are looked at by the table's functions, so that all
/// errors come in our words.
std::vector<Registered> register_options(CLI::App& app) {
    app.set_help_flag();
    app.allow_extras();
    std::vector<Registered> result;
    for (const OptionRow& row : option_table()) {
        CLI::Option* option =
            row.argument == nullptr ? app.add_flag(row.names) : app.add_option(row.names);
        option->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
        // Without it a value in brackets would be taken for a list.
        if (row.argument != nullptr) option->expected(1)->allow_extra_args(false);
        result.push_back({&row, option});
    }
    return result;
}

const OptionRow* option_of_letter(char letter) {
    for (const OptionRow& row : option_table())
        if (!row.short_name().empty() && row.short_name()[1] == letter) return &row;
    return nullptr;
}

/// The option that a word such as "--dev", "--dev=", "-d" or "-vd" ends with, or null.
const OptionRow* option_at_end_of(std::string_view word) {
    if (word.ends_with('=')) word.remove_suffix(1);
    for (const OptionRow& row : option_table()) {
        if (word == row.long_name()) return &row;
    }
    const bool is_short = word.starts_with('-') && !word.starts_with("--");
    return is_short ? option_of_letter(word.back()) : nullptr;
}

/// "--x", or the short name of an option.
bool looks_like_option(std::string_view word) {
    if (word.starts_with("--")) return true;
    return word.size() == 2 && word[0] == '-' && option_of_letter(word[1]) != nullptr;
}

Error missing_value(const OptionRow& row, const std::string& instead = "") {
    std::string what = fmt::format("{} needs a value", row.long_name());
    if (!instead.empty()) what += fmt::format(", not '{}'", brief(instead));
    constexpr std::string_view stdout_too = "; - is stdout";
    const bool has_stdout = std::string_view(row.help).find(stdout_too) != std::string_view::npos;
    return {what, fmt::format("write {} {}{}", row.long_name(), row.argument,
                              has_stdout ? stdout_too : "")};
}

/// The switch that "-m=0" gives a value to, or null. CLI11 would leave us "-=0" of it.
const OptionRow* switch_with_value(std::string_view word) {
    if (!word.starts_with('-') || word.starts_with("--")) return nullptr;
    for (std::size_t i = 1; i + 1 < word.size(); ++i) {
        const OptionRow* row = option_of_letter(word[i]);
        if (row == nullptr || row->argument != nullptr) return nullptr;
        if (word[i + 1] == '=') return row;
    }
    return nullptr;
}

const OptionRow* list_option(std::string_view word) {
    for (const OptionRow& row : option_table())
        if (row.many && word == row.long_name()) return &row;
    return nullptr;
}

/// The words behind an option that takes many become one value; no word has a NUL of its own.
Words with_joined_lists(const Words& words) {
    Words joined;
    bool in_list = false;
    for (const std::string& word : words) {
        const bool is_option = word.starts_with('-');
        if (in_list && !is_option && list_option(joined.back()) == nullptr)
            joined.back() += std::string(1, '\0') + word;
        else
            joined.push_back(word);
        if (is_option) in_list = list_option(word.substr(0, word.find('='))) != nullptr;
    }
    return joined;
}

Result<void> cut_apart(CLI::App& app, const Words& words) {
    for (const std::string& word : words) {
        if (const OptionRow* row = switch_with_value(word))
            return fail(fmt::format("{} takes no value", row->long_name()));
    }
    // CLI11 takes the words from the back.
    Words reversed(words.rbegin(), words.rend());
    try {
        app.parse(std::move(reversed));
    } catch (const CLI::ParseError&) {
        // All that it can complain about, as options are set up here: the last word is an option
        // whose value is missing.
        const OptionRow* last = words.empty() ? nullptr : option_at_end_of(words.back());
        if (last != nullptr && last->argument != nullptr) {
            return tl::unexpected(missing_value(*last));
        }
        return fail("the options cannot be understood", help_remedy);
    }
    return {};
}

Result<void> apply(Options& options, const Registered& registered) {
    const OptionRow& row = *registered.row;
    for (const std::string& value : registered.found->results()) {
        const bool is_switch = row.argument == nullptr;
        // "--strict=no" would be understood by CLI11, but by few people in the same way.
        if (is_switch && value != "true") {
            return fail(fmt::format("{} takes no value", row.long_name()));
        }
        // Most likely the value was forgotten; a file of such a name can be written "./--x".
        if (!is_switch && looks_like_option(value)) {
            return tl::unexpected(missing_value(row, value));
        }
        auto applied = row.apply(options, is_switch ? std::string_view() : value);
        if (!applied) {
            applied.error().what = fmt::format("{}: {}", row.long_name(), applied.error().what);
            return applied;
        }
    }
    return {};
}

constexpr unsigned reads_only = with(Verb::report) | with(Verb::inspect) | with(Verb::exports);

/// What traces nothing though its verb often does, as a message calls it; null: it traces.
const char* spoken_reader(const Options& options) {
    if (options.replayed) return "top --replay";
    if (options.diff) return "flame --diff";
    return options.verb == Verb::flame && !options.recording.empty() ? "flame of a file" : nullptr;
}

/// Of the options that no verb uses which only reads, those of the view itself still do something.
Result<void> refuse_tracing_words(const Options& options, const std::vector<Registered>& given) {
    const char* reader = spoken_reader(options);
    if (reader == nullptr) return {};
    for (const auto& [row, found] : given) {
        const bool of_view = row->group == Group::top || row->group == Group::flame;
        if (found->results().empty() || of_view || (row->verbs & reads_only) != 0) continue;
        return fail(
            fmt::format("{} does nothing with {}, which traces nothing", row->long_name(), reader),
            "leave it out");
    }
    return {};
}

/// An option that would do nothing is a misunderstanding: better said than ignored.
Result<void> refuse_idle_words(const Options& options, const std::vector<Registered>& given) {
    const bool runs = options.verb == Verb::trace || options.verb == Verb::flame;
    if (options.has_command && !runs)
        return fail(fmt::format("{} runs no command", spoken(options.verb)),
                    "leave out -- and what follows");
    for (const Registered& entry : given) {
        if (entry.found->results().empty() || (entry.row->verbs & with(options.verb)) != 0)
            continue;
        return fail(
            fmt::format("{} does nothing with {}", entry.row->long_name(), spoken(options.verb)),
            "leave it out");
    }
    return refuse_tracing_words(options, given);
}

Result<Options> parse_words(Options options, const Words& words) {
    CLI::App app;
    const auto registered = register_options(app);
    if (auto cut = cut_apart(app, with_joined_lists(words)); !cut)
        return tl::unexpected(cut.error());
    for (const Registered& entry : registered) {
        if (entry.row->long_name() != "--help" || entry.found->results().empty()) continue;
        if (auto asked = apply(options, entry); !asked) return tl::unexpected(asked.error());
        return options;
    }
    for (const Registered& entry : registered) {
        if (auto applied = apply(options, entry); !applied) return tl::unexpected(applied.error());
    }
    if (auto verb = take_verb(options, app.remaining()); !verb) return tl::unexpected(verb.error());
    if (auto used = refuse_idle_words(options, registered); !used)
        return tl::unexpected(used.error());
    if (auto fits = check_together(options); !fits) return tl::unexpected(fits.error());
    return options;
}

const char* const* find_separator(int argc, const char* const* argv) {
    return std::find(argv + std::min(argc, 1), argv + argc, std::string_view("--"));
}

}  // namespace

bool has_command(int argc, const char* const* argv) {
    return find_separator(argc, argv) != argv + argc;
}

Result<Options> parse(int argc, const char* const* argv) {
    const char* const* end = argv + argc;
    const char* const* separator = find_separator(argc, argv);
    Options options;
    options.has_command = separator != end;
    if (options.has_command) options.command.assign(separator + 1, end);
    return parse_words(std::move(options), Words(argv + std::min(argc, 1), separator));
}

bool use_color(Color choice, bool is_terminal, const char* no_color) {
    const bool unwanted = no_color != nullptr && *no_color != '\0';
    return choice == Color::always || (choice == Color::automatic && is_terminal && !unwanted);
}

}  // namespace wbtrace::cli
