// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "flame/folded.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <map>
#include <optional>

#include "base/printable.h"
#include "flame/frame_text.h"

namespace wbtrace::flame {

namespace {

/// The whole number behind the last blank, and takes both off. A fraction, which some tools
/// write, is cut.
std::optional<std::uint64_t> take_count(std::string_view& line) {
    const auto blank = line.find_last_of(" \t");
    if (blank == line.npos) return std::nullopt;
    std::uint64_t count = 0;
    const char* end = line.data() + line.size();
    const auto [stop, error] = std::from_chars(line.data() + blank + 1, end, count);
    const auto rest = line.substr(static_cast<std::size_t>(stop - line.data()));
    const bool fraction =
        rest.empty() || (rest[0] == '.' && rest.find_first_not_of("0123456789", 1) == rest.npos);
    if (error != std::errc{} || !fraction) return std::nullopt;
    line = line.substr(0, line.find_last_not_of(" \t", blank) + 1);
    return count;
}

/// A line without its end; empty when nothing is in it.
std::string_view content_of(std::string_view line) {
    line = line.substr(0, line.find_last_not_of(" \t\r") + 1);
    return line.starts_with('#') ? std::string_view{} : line;
}

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        lines.push_back(content_of(text.substr(0, end)));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

bool has_two_counts(std::string_view line) {
    return line.empty() || (take_count(line) && take_count(line) && !line.empty());
}

class Reader {
public:
    explicit Reader(bool compared) { table_.subject.compared = compared; }

    Result<void> add_line(std::string_view line, std::size_t number) {
        if (line.empty()) return {};
        const auto whole = line;
        const auto weight = take_count(line);
        if (!weight || line.empty())
            return fail(fmt::format("line {} is no folded stack: '{}'", number, brief(whole)),
                        "a line is 'frame;frame;frame COUNT'");
        const std::uint64_t base = table_.subject.compared ? take_count(line).value_or(0) : 0;
        if (__builtin_add_overflow(weights_, *weight, &weights_) ||
            __builtin_add_overflow(bases_, base, &bases_))
            return fail(fmt::format("line {}: the counts add up to more than 64 bits", number));
        table_.add(frames_of(line), *weight, base);
        return {};
    }

    StackTable take() { return std::move(table_); }

private:
    std::vector<FrameId> frames_of(std::string_view text) {
        std::vector<FrameId> frames;
        for (;;) {
            const auto end = text.find(';');
            frames.push_back(id_of(text.substr(0, end), frames.size()));
            if (end == text.npos) return frames;
            text.remove_prefix(end + 1);
        }
    }

    /// The same texts come again and again.
    FrameId id_of(std::string_view text, std::size_t depth) {
        auto& known = known_[std::min<std::size_t>(depth, 2)];
        const auto found = known.find(text);
        if (found != known.end()) return found->second;
        const Frame frame = unfold_frame(text, depth);
        const FrameId id = table_.frame(frame.layer, frame.name);
        known.emplace(text, id);
        return id;
    }

    StackTable table_;
    std::uint64_t weights_ = 0;
    std::uint64_t bases_ = 0;
    std::array<std::map<std::string, FrameId, std::less<>>, 3> known_;  // by depth
};

}  // namespace

std::string to_folded(const StackTable& table) {
    std::vector<std::string> names;
    names.reserve(table.frames().size());
    for (const Frame& frame : table.frames()) names.push_back(fold_frame(frame));
    std::string text;
    for (const Stack* stack : table.in_order()) {
        if (stack->weight == 0 && stack->base == 0) continue;
        const char* separator = "";
        for (const FrameId id : stack->frames) {
            text += separator;
            text += names[id];
            separator = ";";
        }
        const auto out = std::back_inserter(text);
        if (table.subject.compared) fmt::format_to(out, " {}", stack->base);
        fmt::format_to(out, " {}\n", stack->weight);
    }
    return text;
}

Result<StackTable> from_folded(std::string_view text) {
    const auto lines = lines_of(text);
    // Names of other tools may have blanks, and a number behind the last of them.
    const bool compared = std::all_of(lines.begin(), lines.end(), has_two_counts) &&
                          std::any_of(lines.begin(), lines.end(),
                                      [](std::string_view line) { return !line.empty(); });
    Reader reader(compared);
    for (std::size_t i = 0; i < lines.size(); ++i)
        if (auto added = reader.add_line(lines[i], i + 1); !added)
            return tl::unexpected(added.error());
    return reader.take();
}

}  // namespace wbtrace::flame
