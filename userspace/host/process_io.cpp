// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "host/process_io.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>

#include "host/pseudo_file.h"

namespace wbtrace::host {

namespace {

namespace fs = std::filesystem;

template <typename Number>
std::optional<Number> number_in(std::string_view text) {
    Number number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end == text.data()) return std::nullopt;
    return number;
}

/// The value behind "name: " at the start of a line.
std::optional<std::uint64_t> field(std::string_view io, std::string_view name) {
    while (!io.empty()) {
        const auto line = io.substr(0, io.find('\n'));
        io.remove_prefix(std::min(line.size() + 1, io.size()));
        if (line.starts_with(name)) return number_in<std::uint64_t>(line.substr(name.size()));
    }
    return std::nullopt;
}

/// What stands behind the name in parentheses, which may itself contain any of these characters:
/// field 3 (state) first, field 22 is the start.
std::optional<std::uint64_t> start_ticks(std::string_view stat) {
    const auto name_end = stat.rfind(')');
    if (name_end == std::string_view::npos) return std::nullopt;
    stat.remove_prefix(name_end + 1);
    for (int field = 3; field <= 22; ++field) {
        const auto blank = stat.find(' ');
        if (blank == std::string_view::npos) return std::nullopt;
        stat.remove_prefix(blank + 1);
    }
    return number_in<std::uint64_t>(stat);
}

std::string name_in(std::string_view stat) {
    const auto begin = stat.find('(');
    const auto end = stat.rfind(')');
    if (begin == std::string_view::npos || end == std::string_view::npos) return {};
    return std::string(stat.substr(begin + 1, end - begin - 1));
}

void add_thread(const fs::path& task, std::uint32_t tgid, std::vector<ThreadIo>& to) {
    const auto tid = number_in<std::uint32_t>(task.filename().string());
    const auto io = tid ? read_pseudo_file(task / "io") : std::nullopt;
    const auto stat = io ? read_pseudo_file(task / "stat") : std::nullopt;
    if (!stat) return;
    const auto start = start_ticks(*stat);
    const auto read_bytes = field(*io, "rchar: ");
    const auto written_bytes = field(*io, "wchar: ");
    if (!start || !read_bytes || !written_bytes) return;
    to.push_back({tgid, *tid, *start, name_in(*stat), *read_bytes, *written_bytes});
}

template <typename Function>
void for_each_entry(const fs::path& directory, Function function) {
    std::error_code error;
    fs::directory_iterator entry(directory, error);
    for (; !error && entry != fs::directory_iterator(); entry.increment(error))
        function(entry->path());
}

}  // namespace

std::vector<ThreadIo> read_thread_io(const std::string& root) {
    std::vector<ThreadIo> all;
    for_each_entry(fs::path(root) / "proc", [&](const fs::path& entry) {
        const auto name = entry.filename().string();
        if (name.find_first_not_of("0123456789") != std::string::npos) return;
        const auto tgid = number_in<std::uint32_t>(name);
        if (!tgid) return;
        for_each_entry(entry / "task", [&](const fs::path& task) { add_thread(task, *tgid, all); });
    });
    return all;
}

}  // namespace wbtrace::host
