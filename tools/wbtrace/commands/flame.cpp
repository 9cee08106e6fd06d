// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// One flame graph: of a trace, or of the difference of two files.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string>

#include "base/printable.h"
#include "base/unique_fd.h"
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

// Hundreds of times what flame graphs take; what has no end is none.
constexpr std::size_t most_text = 512U << 20;

Result<std::string> read_text(const std::string& path) {
    const UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
    std::string text;
    ssize_t got = file.valid() ? 1 : -1;
    for (std::array<char, 65536> part; got > 0 && text.size() <= most_text;) {
        got = ::read(file.get(), part.data(), part.size());
        if (got > 0) text.append(part.data(), static_cast<std::size_t>(got));
    }
    if (got < 0) return fail(fmt::format("cannot read {}: {}", brief(path), std::strerror(errno)));
    if (text.size() > most_text)
        return fail(fmt::format("{} is too long for folded stacks", brief(path)));
    return text;
}

/// The seam for recordings: whatever is a table of stacks can be compared.
Result<flame::StackTable> read_table(const std::string& path) {
    const auto text = read_text(path);
    if (!text) return tl::unexpected(text.error());
    auto table = flame::from_folded(*text);
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
