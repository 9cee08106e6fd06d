// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "views/text_page.h"

#include <fmt/format.h>

#include "base/printable.h"

namespace wbtrace::views {

namespace {

constexpr std::size_t label_columns = 12;
constexpr std::string_view bold = "\x1b[1m";
constexpr std::string_view red = "\x1b[31m";
constexpr std::string_view plain = "\x1b[0m";

std::string fitted(std::string_view text) {
    const auto end = text.find_last_not_of(' ');
    text = text.substr(0, end == std::string_view::npos ? 0 : end + 1);
    return shorten_middle(text, page_columns);
}

std::vector<std::string> split_words(std::string_view text) {
    std::vector<std::string> words;
    while (!text.empty()) {
        const auto space = text.find(' ');
        if (space != 0) words.emplace_back(text.substr(0, space));
        if (space == std::string_view::npos) break;
        text.remove_prefix(space + 1);
    }
    return words;
}

}  // namespace

void TextPage::styled(std::string_view start, std::string_view text) {
    blank();
    const auto shown = fitted(text);
    text_ += color_ ? fmt::format("{}{}{}\n", start, shown, plain) : shown + "\n";
}

void TextPage::title(std::string_view text) { styled(bold, text); }

void TextPage::alarm_title(std::string_view text) { styled(red, text); }

void TextPage::line(std::string_view text) { text_ += fitted(text) + "\n"; }

void TextPage::blank() {
    if (!text_.empty() && !text_.ends_with("\n\n")) text_ += "\n";
}

void TextPage::items(std::string_view label, const std::vector<std::string>& items,
                     std::string_view separator) {
    const auto pad =
        display_width(label) < label_columns ? label_columns - display_width(label) : 1;
    flow("  " + std::string{label} + std::string(pad, ' '), items, separator);
}

void TextPage::flow(std::string current, const std::vector<std::string>& items,
                    std::string_view separator) {
    const auto indent = display_width(current);
    const auto trailing = fitted(separator).size();
    bool empty = true;
    for (std::size_t i = 0; i < items.size(); ++i) {
        const bool last = i + 1 == items.size();
        const auto needed = display_width(items[i]) + (last ? 0 : trailing);
        if (!empty && display_width(current) + needed > page_columns) {
            line(current);
            current = std::string(indent, ' ');
        }
        current += items[i];
        if (!last) current += separator;
        empty = false;
    }
    line(current);
}

void TextPage::words(std::string_view label, std::string_view text) {
    items(label, split_words(text), " ");
}

void TextPage::paragraph(std::size_t indent, std::string_view text) {
    flow(std::string(indent, ' '), split_words(text), " ");
}

}  // namespace wbtrace::views
