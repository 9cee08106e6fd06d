// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "published_tables.h"

#include <fstream>
#include <iterator>
#include <sstream>

namespace published {

namespace {

std::vector<std::string> cut(const std::string& text, char at) {
    std::vector<std::string> parts;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, at);) parts.push_back(part);
    if (!text.empty() && text.back() == at && at == '\t') parts.emplace_back();
    return parts;
}

}  // namespace

std::string text_of(const std::string& path) {
    std::ifstream file(std::string(WBTRACE_TEST_DATA "/") + path);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> lines_of(const std::string& text) { return cut(text, '\n'); }

std::vector<std::vector<std::string>> rows_of(const std::string& file) {
    std::vector<std::vector<std::string>> rows;
    for (const auto& line : lines_of(text_of("published/" + file))) rows.push_back(cut(line, '\t'));
    if (!rows.empty()) rows.erase(rows.begin());
    return rows;
}

}  // namespace published
