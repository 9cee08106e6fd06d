// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <cstring>

#include <fmt/format.h>

#include "base/printable.h"
#include "views/availability.h"
#include "views/local_time_text.h"
#include "views/text_sections.h"
#include "views/units_text.h"

namespace wbtrace::views {

namespace {

// As it could be typed again: what a shell would take apart stands in quotes.
std::string quoted(const std::string& argument) {
    constexpr std::string_view safe =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-";
    const auto shown = printable(argument);
    if (!argument.empty() && argument.find_first_not_of(safe) == std::string::npos) return shown;
    std::string result = "'";
    for (const char byte : shown) result += byte == '\'' ? "'\\''" : std::string(1, byte);
    return result + "'";
}

std::string command_text(const model::RunFigures& run) {
    std::string text;
    for (const auto& argument : run.command) {
        if (!text.empty()) text += ' ';
        text += quoted(argument);
    }
    return text;
}

std::string ending_text(const model::RunFigures& run) {
    if (run.signal) {
        const char* name = sigabbrev_np(*run.signal);
        return name ? fmt::format("killed by signal {} (SIG{})", *run.signal, name)
                    : fmt::format("killed by signal {}", *run.signal);
    }
    return run.exit_code ? fmt::format("exit {}", *run.exit_code) : "exit status unknown";
}

void write_settling(TextPage& page, const model::Snapshot& snapshot) {
    const auto& run = *snapshot.run;
    const auto after = duration_text(run.settle_ns);
    if (!run.settled) {
        const auto* why = why_unavailable(snapshot, "run.settled");
        page.words("settling",
                   "could not be watched: " + (why ? printable(*why) : "no reason given"));
    } else if (*run.settled && run.settle_ns == 0) {
        page.words("settled", "at its end: nothing it dirtied was left to write");
    } else if (*run.settled) {
        page.words("settled", "in " + after + ": its data has reached the device");
    } else {
        const auto files = counted(run.unsettled_files, "file", "files");
        auto text = fmt::format("NOT settled after {}: {} still dirty", after, files);
        if (run.unsettled_file) text += ", such as " + printable(*run.unsettled_file);
        page.words("settling", text);
    }
}

// All that follows is of this alone.
void write_filters(TextPage& page, const model::Snapshot& snapshot) {
    std::vector<std::string> words;
    for (const auto& filter : snapshot.capture.filters) words.push_back(printable(filter));
    if (!words.empty()) page.items("only", words);
    if (!snapshot.capture.part.empty()) page.words("a part", printable(snapshot.capture.part));
}

// What of the time the report is about.
std::string span_text(const model::Snapshot& snapshot) {
    const auto length = duration_text(snapshot.capture.duration_ns);
    if (!snapshot.interval) return "Traced for " + length;
    const auto number = snapshot.interval->number;
    if (!snapshot.interval->whole) return fmt::format("Interval {}: {}", number, length);
    return fmt::format("Traced for {}, the whole of {}", length,
                       counted(number, "interval", "intervals"));
}

}  // namespace

void write_run(TextPage& page, const model::Snapshot& snapshot, const TextOptions& options) {
    const bool timed = options.timestamp && snapshot.taken_at;
    const auto before = timed ? clock_text(*snapshot.taken_at) + "  " : std::string{};
    if (!snapshot.run) {
        page.title(before + span_text(snapshot));
        write_filters(page, snapshot);
        return;
    }
    const auto& run = *snapshot.run;
    const auto command = command_text(run);
    page.title(before + command);
    if (options.verbose && display_width(command) > page_columns) page.words("command", command);
    std::vector<std::string> items = {"wall " + duration_text(run.wall_ns),
                                      "user " + duration_text(run.user_ns),
                                      "sys " + duration_text(run.sys_ns), ending_text(run)};
    if (run.processes_left)
        items.push_back(
            counted(run.processes_left, "process of it still runs", "processes of it still run"));
    page.items("ran", items);
    write_settling(page, snapshot);
    write_filters(page, snapshot);
}

}  // namespace wbtrace::views
