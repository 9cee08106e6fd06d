// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// One flame graph: of a trace, or of the difference of two files.
#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include "base/printable.h"
#include "cli/exit_status.h"
#include "commands/command.h"
#include "commands/flames.h"
#include "complain.h"
#include "flame/difference.h"
#include "flame/folded.h"
#include "flame/format.h"
#include "output.h"

namespace wbtrace {

namespace {

std::string file_of(const cli::Options& options) { return options.output_file.value_or("-"); }

flame::Format format_of(const cli::Options& options) {
    return options.format.value_or(flame::format_of_file(file_of(options)));
}

/// The seam for recordings: whatever is a table of stacks can be compared.
Result<flame::StackTable> read_table(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    if (!file) return fail(fmt::format("cannot read {}: {}", brief(path), std::strerror(errno)));
    auto table = flame::from_folded(text);
    if (!table) table.error().what = fmt::format("{}: {}", brief(path), table.error().what);
    return table;
}

Result<flame::StackTable> compared(const cli::Options& options) {
    auto base = read_table(options.compared[0]);
    if (!base) return base;
    auto changed = read_table(options.compared[1]);
    if (!changed) return changed;
    const auto scaling =
        options.normalize ? flame::Scaling::normalised : flame::Scaling::as_counted;
    auto table = flame::difference(*base, *changed, scaling);
    if (!table) return table;
    table->subject.title = options.normalize ? "difference of shares" : "difference";
    table->subject.unit = "counts";
    table->subject.detail =
        fmt::format("{} compared with {}", options.compared[1], options.compared[0]);
    return table;
}

int compare(const cli::Options& options) {
    const auto table = compared(options);
    if (!table) return complain(table.error(), cli::exit_failed);
    auto out = Output::to_file(file_of(options));
    if (!out) return complain(out.error(), cli::exit_failed);
    if (auto shown = out->write(flame::written(*table, format_of(options))); !shown)
        return complain(shown.error(), cli::exit_failed);
    return cli::exit_ok;
}

}  // namespace

int flame_command(const cli::Options& options) {
    if (options.diff) return compare(options);
    cli::Options traced = options;
    traced.flames.front().file = file_of(options);
    traced.flames.front().format = format_of(options);
    return run_command(traced);
}

}  // namespace wbtrace
