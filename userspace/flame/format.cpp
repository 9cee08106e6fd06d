// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "flame/format.h"

#include "flame/folded.h"
#include "flame/speedscope.h"
#include "flame/svg.h"

namespace wbtrace::flame {

namespace {

/// THE table of formats: a new one is a writer and a row.
struct FormatRow {
    Format format;
    std::string_view name;
    std::string_view ending;  ///< of files; "": of all others
    std::string (*write)(const StackTable& table);
};

constexpr FormatRow formats[] = {
    {Format::svg, "svg", ".svg", to_svg},
    {Format::speedscope, "speedscope", ".json", to_speedscope},
    {Format::folded, "folded", "", to_folded},
};

}  // namespace

std::optional<Format> format_named(std::string_view name) {
    for (const auto& row : formats)
        if (row.name == name) return row.format;
    return std::nullopt;
}

Format format_of_file(std::string_view path) {
    for (const auto& row : formats)
        if (path.ends_with(row.ending)) return row.format;
    return Format::folded;
}

std::string written(const StackTable& table, Format format) {
    for (const auto& row : formats)
        if (row.format == format) return row.write(table);
    return {};
}

}  // namespace wbtrace::flame
