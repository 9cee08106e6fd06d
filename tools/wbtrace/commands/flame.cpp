// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// One flame graph: of a trace, of a recording, or of the difference of two files.
#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

#include "cli/exit_status.h"
#include "commands/command.h"
#include "commands/pictures.h"
#include "commands/stack_files.h"
#include "complain.h"
#include "flame/difference.h"
#include "flame/format.h"
#include "output.h"

namespace wbtrace {

namespace {

std::string file_of(const cli::Options& options) { return options.output_file.value_or("-"); }

flame::Format format_of(const cli::Options& options) {
    return options.format.value_or(flame::format_of_file(file_of(options)));
}

std::optional<flame::Wish> wish_of(const cli::Options& options) {
    return options.flames.empty() ? std::nullopt : std::optional(options.flames.front().what);
}

Result<flame::StackTable> compared(const cli::Options& options) {
    const auto wish = wish_of(options);
    auto base = table_of_file(options.compared[0], wish);
    if (!base) return base;
    auto changed = table_of_file(options.compared[1], wish);
    if (!changed) return changed;
    const auto scaling =
        options.normalize ? flame::Scaling::normalised : flame::Scaling::as_counted;
    auto table = flame::difference(*base, *changed, scaling);
    if (!table) return table;
    auto& about = table->subject;
    const std::string what = options.normalize ? "difference of shares" : "difference";
    about.title = about.title.empty() ? what : what + ": " + about.title;
    if (about.unit.empty()) about.unit = "counts";
    about.detail = fmt::format("{} compared with {}", options.compared[1], options.compared[0]);
    const auto& notes = base->subject.notes;  // those of the other one are there
    about.notes.insert(about.notes.begin(), notes.begin(), notes.end());
    return table;
}

/// A picture of files: nothing is traced.
int draw_files(const cli::Options& options) {
    std::vector<UniqueFd> held;
    for (const auto& path : options.compared) held.push_back(held_file(path));
    if (!options.diff) held.push_back(held_file(options.recording));
    const auto table =
        options.diff ? compared(options) : table_of_recording(options.recording, *wish_of(options));
    if (!table) return complain(table.error(), cli::exit_failed);
    auto out = Output::to_file(file_of(options));
    if (!out) return complain(out.error(), cli::exit_failed);
    if (auto shown = out->write(flame::written(*table, format_of(options))); !shown)
        return complain(shown.error(), cli::exit_failed);
    announce_picture(*table, file_of(options));
    return cli::exit_ok;
}

}  // namespace

int flame_command(const cli::Options& options) {
    if (options.diff || !options.recording.empty()) return draw_files(options);
    cli::Options traced = options;
    traced.flames.front().file = file_of(options);
    traced.flames.front().format = format_of(options);
    return run_command(traced);
}

}  // namespace wbtrace
