// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "flame/box_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/printable.h"

namespace wbtrace::flame {

namespace {

constexpr std::uint64_t shades = 7;  // of a difference, as in page.css
constexpr unsigned tones = 6;        // of a layer

std::string share(std::uint64_t part, std::uint64_t whole) {
    const double percent =
        whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
    return fmt::format("{:.{}f} %", percent, percent < 10 ? 2 : 1);
}

/// The same name has the same tone in every graph.
unsigned tone_of(std::string_view name) {
    std::uint32_t hash = 2166136261U;  // FNV-1a
    for (const char byte : name) hash = (hash ^ static_cast<unsigned char>(byte)) * 16777619U;
    return (hash ^ hash >> 16U) % tones;
}

}  // namespace

std::string xml_text(std::string_view raw) {
    std::string text;
    for (const char c : printable(raw)) {
        switch (c) {
        case '<': text += "&lt;"; break;
        case '>': text += "&gt;"; break;
        case '&': text += "&amp;"; break;
        case '"': text += "&quot;"; break;
        case '\'': text += "&#39;"; break;
        default: text += c;
        }
    }
    return text;
}

std::string grouped(std::uint64_t number) {
    std::string digits = std::to_string(number);
    for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, 1, ' ');
    return digits;
}

std::string name_of(const Box& box, const StackTable& table) {
    if (box.depth == 0) return "all";
    if (box.narrow > 0)
        return fmt::format("{} frame{} too narrow to show", grouped(box.narrow),
                           box.narrow == 1 ? "" : "s");
    return printable(table.frames()[box.frame].name);
}

std::string figures_of(const Box& box, const StackTable& table, const Box& all) {
    const bool of_kernel =
        box.depth > 0 && box.narrow == 0 && table.frames()[box.frame].layer == Layer::kernel;
    const std::string& unit = table.subject.unit;
    std::string text = fmt::format("{}{} {}, {}", of_kernel ? "kernel, " : "", grouped(box.weight),
                                   unit, share(box.weight, all.weight));
    if (!table.subject.compared) return text;
    const char* sign = box.weight < box.base ? "−" : "+";
    return text + fmt::format("; before {} {}, {}: {}{} {}", grouped(box.base), unit,
                              share(box.base, all.base), sign, grouped(distance(box)), unit);
}

std::uint64_t distance(const Box& box) {
    return std::max(box.weight, box.base) - std::min(box.weight, box.base);
}

std::string colour_of(const Box& box, const StackTable& table, std::uint64_t largest) {
    if (table.subject.compared) {
        if (distance(box) == 0) return "same";
        const auto part = static_cast<double>(distance(box)) / static_cast<double>(largest);
        const auto shade = static_cast<std::uint64_t>(part * (shades - 1) + 0.5) + 1;
        return fmt::format("{}{}", box.weight > box.base ? "more" : "less",
                           std::min(shade, shades));
    }
    if (box.depth == 0) return "all";
    if (box.narrow > 0) return "narrow";
    const Frame& frame = table.frames()[box.frame];
    switch (frame.layer) {
    case Layer::task: return "task";
    case Layer::gap: return "gap";
    case Layer::kernel: return fmt::format("k{}", tone_of(frame.name));
    case Layer::user: break;
    }
    return fmt::format("u{}", tone_of(frame.name));
}

}  // namespace wbtrace::flame
