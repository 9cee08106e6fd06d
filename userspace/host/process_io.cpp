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

void add_task(const fs::path& task, std::vector<ProcessIo>& to) {
    const auto number = number_in<std::uint32_t>(task.filename().string());
    const auto io = number ? read_pseudo_file(task / "io") : std::nullopt;
    if (!io) return;
    const auto read_bytes = field(*io, "rchar: ");
    const auto written_bytes = field(*io, "wchar: ");
    if (!read_bytes || !written_bytes) return;
    to.push_back({*number, read_line(task / "comm").value_or(""), *read_bytes, *written_bytes});
}

template <typename Function>
void for_each_entry(const fs::path& directory, Function function) {
    std::error_code error;
    fs::directory_iterator entry(directory, error);
    for (; !error && entry != fs::directory_iterator(); entry.increment(error))
        function(entry->path());
}

bool is_process(const fs::path& entry) {
    const auto name = entry.filename().string();
    return name.find_first_not_of("0123456789") == std::string::npos;
}

}  // namespace

std::vector<ProcessIo> read_process_io(const std::string& root, bool by_thread) {
    std::vector<ProcessIo> all;
    for_each_entry(fs::path(root) / "proc", [&](const fs::path& entry) {
        if (!is_process(entry)) return;
        if (by_thread)
            for_each_entry(entry / "task", [&](const fs::path& task) { add_task(task, all); });
        else
            add_task(entry, all);
    });
    return all;
}

}  // namespace wbtrace::host
