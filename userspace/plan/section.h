// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// A table of a plan's text, read so that every complaint names its line.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "plan/plan.h"
#include "plan/toml_library.h"

namespace wbtrace::plan {

/// Numbers from `least` to `most` are allowed.
struct Range {
    std::uint64_t least = 0;
    std::uint64_t most = std::numeric_limits<std::int64_t>::max();
};

struct Entry;

class Section {
public:
    /// The whole text. `table` must outlive this.
    Section(std::string_view file, const toml::table& table) : file_(file), table_(&table) {}

    /// The error "FILE:LINE: what (remedy)".
    [[nodiscard]] tl::unexpected<Error> refuse(unsigned line, std::string what,
                                               std::string remedy = {}) const;

    /// Fails for a key that is none of these, with the one that was probably meant.
    [[nodiscard]] Result<void> check_keys(std::span<const std::string_view> known) const;
    /// The keys that are there.
    [[nodiscard]] std::vector<Word> keys() const;
    /// The line of a key; of one that is not there, that of the table.
    [[nodiscard]] unsigned line_of(std::string_view key) const;
    [[nodiscard]] bool has(std::string_view key) const { return table_->contains(key); }

    /// The table below a key; empty when there is none.
    [[nodiscard]] Result<std::optional<Section>> section(std::string_view key) const;
    /// A list of texts and whole numbers, or just one. Fails for an empty list, and when a word
    /// stands in it twice. Nothing there: no words.
    [[nodiscard]] Result<std::vector<Word>> words(std::string_view key) const;
    /// The words of a command: texts, which may be empty or the same.
    [[nodiscard]] Result<std::vector<std::string>> texts(std::string_view key) const;
    [[nodiscard]] Result<std::optional<Word>> word(std::string_view key) const;
    [[nodiscard]] Result<std::optional<std::uint64_t>> number(std::string_view key,
                                                              Range range) const;
    /// "64M", or a number of bytes.
    [[nodiscard]] Result<std::optional<std::uint64_t>> size(std::string_view key,
                                                            Range range) const;
    [[nodiscard]] Result<std::optional<bool>> flag(std::string_view key) const;
    /// What stands at a key, in a list or alone: words and tables in their order.
    [[nodiscard]] Result<std::vector<Entry>> entries(std::string_view key) const;

    /// A word that is a number.
    [[nodiscard]] Result<std::uint64_t> number_in(const Word& word, std::string_view what,
                                                  Range range) const;
    [[nodiscard]] Result<std::uint64_t> size_in(const Word& word, std::string_view what,
                                                Range range) const;

private:
    [[nodiscard]] Result<Entry> entry_of(const toml::node& node) const;

    std::string file_;
    const toml::table* table_;
};

/// One of the values of a key: a word or a table.
struct Entry {
    std::optional<Word> word;
    std::optional<Section> table;
    unsigned line = 0;
};

}  // namespace wbtrace::plan
