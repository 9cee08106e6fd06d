// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "plan/section.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "base/byte_size.h"
#include "base/printable.h"
#include "plan/spelling.h"

namespace wbtrace::plan {

namespace {

unsigned line_in(const toml::source_region& source) { return source.begin.line; }

/// "a, b or c".
std::string choice_of(std::span<const std::string_view> words) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
        text += words[i];
    }
    return text;
}

std::string spoken_range(const Range& range) {
    return range.most == Range().most ? fmt::format("at least {}", range.least)
                                      : fmt::format("from {} to {}", range.least, range.most);
}

bool within(std::uint64_t value, const Range& range) {
    return value >= range.least && value <= range.most;
}

}  // namespace

tl::unexpected<Error> Section::refuse(unsigned line, std::string what, std::string remedy) const {
    return fail(fmt::format("{}:{}: {}", brief(file_), line, what), std::move(remedy));
}

std::vector<Word> Section::keys() const {
    std::vector<Word> keys;
    for (const auto& [key, value] : *table_)
        keys.push_back({std::string(key.str()), line_in(key.source())});
    return keys;
}

unsigned Section::line_of(std::string_view key) const {
    for (const auto& [name, value] : *table_)
        if (name.str() == key) return line_in(name.source());
    return line_in(table_->source());
}

Result<void> Section::check_keys(std::span<const std::string_view> known) const {
    for (const Word& key : keys()) {
        if (std::find(known.begin(), known.end(), key.text) != known.end()) continue;
        const auto meant = closest(key.text, known);
        return refuse(key.line,
                      fmt::format("unknown key '{}'{}", brief(key.text),
                                  meant.empty() ? "" : fmt::format("; did you mean '{}'?", meant)),
                      meant.empty() ? "known here: " + choice_of(known) : "");
    }
    return {};
}

Result<std::optional<Section>> Section::section(std::string_view key) const {
    const toml::node* node = table_->get(key);
    if (node == nullptr) return std::optional<Section>();
    if (!node->is_table()) return refuse(line_of(key), fmt::format("'{}' is no table", key));
    return std::optional(Section(file_, *node->as_table()));
}

Result<Entry> Section::entry_of(const toml::node& node) const {
    Entry entry;
    entry.line = line_in(node.source());
    if (const auto* text = node.as_string()) {
        entry.word = Word{text->get(), entry.line};
    } else if (const auto* number = node.as_integer()) {
        entry.word = Word{fmt::format("{}", number->get()), entry.line};
    } else if (const auto* table = node.as_table()) {
        entry.table = Section(file_, *table);
    } else {
        return refuse(entry.line, "this is neither a text nor a whole number");
    }
    return entry;
}

Result<std::vector<Entry>> Section::entries(std::string_view key) const {
    std::vector<Entry> all;
    const toml::node* node = table_->get(key);
    if (node == nullptr) return all;
    const toml::array* list = node->as_array();
    if (list != nullptr && list->empty())
        return refuse(line_of(key), fmt::format("'{}' is empty", key),
                      "give it a value, or leave it out");
    const std::size_t count = list == nullptr ? 1 : list->size();
    for (std::size_t i = 0; i < count; ++i) {
        auto entry = entry_of(list == nullptr ? *node : *list->get(i));
        if (!entry) return tl::unexpected(entry.error());
        all.push_back(std::move(*entry));
    }
    return all;
}

Result<std::vector<Word>> Section::words(std::string_view key) const {
    const auto all = entries(key);
    if (!all) return tl::unexpected(all.error());
    std::vector<Word> words;
    std::set<std::string> seen;
    for (const Entry& entry : *all) {
        if (!entry.word) return refuse(entry.line, fmt::format("'{}' takes no table", key));
        if (!seen.insert(entry.word->text).second)
            return refuse(entry.line,
                          fmt::format("'{}' has {} twice", key, brief(entry.word->text)));
        words.push_back(*entry.word);
    }
    return words;
}

Result<std::vector<std::string>> Section::texts(std::string_view key) const {
    const toml::node* node = table_->get(key);
    if (node == nullptr) return std::vector<std::string>();
    const toml::array* list = node->as_array();
    if (list == nullptr)
        return refuse(line_of(key), fmt::format("'{}' is no list", key),
                      R"(write it like ["sh", "-c", "..."])");
    std::vector<std::string> texts;
    for (const toml::node& one : *list) {
        if (!one.is_string())
            return refuse(line_in(one.source()), fmt::format("'{}' takes only texts", key),
                          "put it in quotes");
        texts.push_back(one.as_string()->get());
    }
    return texts;
}

Result<std::optional<Word>> Section::word(std::string_view key) const {
    const toml::node* node = table_->get(key);
    if (node == nullptr) return std::optional<Word>();
    if (!node->is_string())
        return refuse(line_of(key), fmt::format("'{}' is no text", key), "put it in quotes");
    return std::optional(Word{node->as_string()->get(), line_in(node->source())});
}

Result<std::optional<bool>> Section::flag(std::string_view key) const {
    const toml::node* node = table_->get(key);
    if (node == nullptr) return std::optional<bool>();
    if (!node->is_boolean())
        return refuse(line_of(key), fmt::format("'{}' is neither true nor false", key));
    return std::optional(node->as_boolean()->get());
}

Result<std::optional<std::uint64_t>> Section::number(std::string_view key, Range range) const {
    const toml::node* node = table_->get(key);
    if (node == nullptr) return std::optional<std::uint64_t>();
    if (!node->is_integer()) return refuse(line_of(key), fmt::format("'{}' is no number", key));
    auto entry = entry_of(*node);
    if (!entry) return tl::unexpected(entry.error());
    auto value = number_in(*entry->word, key, range);
    if (!value) return tl::unexpected(value.error());
    return std::optional(*value);
}

Result<std::optional<std::uint64_t>> Section::size(std::string_view key, Range range) const {
    const toml::node* node = table_->get(key);
    if (node == nullptr) return std::optional<std::uint64_t>();
    auto entry = entry_of(*node);
    if (!entry) return tl::unexpected(entry.error());
    if (!entry->word) return refuse(entry->line, fmt::format("'{}' is no size", key));
    auto value = size_in(*entry->word, key, range);
    if (!value) return tl::unexpected(value.error());
    return std::optional(*value);
}

Result<std::uint64_t> Section::number_in(const Word& word, std::string_view what,
                                         Range range) const {
    std::uint64_t value = 0;
    const char* end = word.text.data() + word.text.size();
    const auto [stop, error] = std::from_chars(word.text.data(), end, value);
    if (error == std::errc{} && stop == end && within(value, range)) return value;
    return refuse(word.line, fmt::format("{} {} is out of range", what, brief(word.text)),
                  "a whole number " + spoken_range(range));
}

Result<std::uint64_t> Section::size_in(const Word& word, std::string_view what, Range range) const {
    const auto value = parse_byte_size(word.text);
    if (!value)
        return refuse(word.line, fmt::format("{} '{}' is no size", what, brief(word.text)),
                      "write it like 512K, 64M or 1G");
    if (within(*value, range)) return *value;
    return refuse(word.line, fmt::format("{} {} is out of range", what, brief(word.text)),
                  spoken_range(range) + " bytes");
}

}  // namespace wbtrace::plan
