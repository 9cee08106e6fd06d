// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace wbtrace::views {

inline constexpr std::size_t page_columns = 80;

/// Collects the lines of a report. No line is wider than the page or ends in
/// blanks. Texts given to it are printable already.
class TextPage {
public:
    explicit TextPage(bool color) : color_(color) {}

    /// Starts a section: an empty line before it unless it is the first.
    void title(std::string_view text);
    /// The same for bad news: red.
    void alarm_title(std::string_view text);
    void line(std::string_view text);
    /// "  label    first, second, third": broken between items where it must be.
    void items(std::string_view label, const std::vector<std::string>& items,
               std::string_view separator = ", ");
    /// "  label    text": broken between words.
    void words(std::string_view label, std::string_view text);
    /// Words at an indent, without a label.
    void paragraph(std::size_t indent, std::string_view text);
    void blank();

    [[nodiscard]] std::string text() && { return std::move(text_); }

private:
    void flow(std::string start, const std::vector<std::string>& items, std::string_view separator);
    void styled(std::string_view start, std::string_view text);

    std::string text_;
    bool color_;
};

}  // namespace wbtrace::views
