// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "cli/option_table.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "cli/values.h"

namespace wbtrace::cli {
namespace {

/// A switch that sets a member to true.
template <bool Options::*member>
Result<void> set(Options& options, std::string_view) {
    options.*member = true;
    return {};
}

template <std::optional<std::string> Options::*member>
Result<void> set_text(Options& options, std::string_view value) {
    if (value.empty()) return fail("the value is empty");
    options.*member = value;
    return {};
}

template <std::vector<std::string> Options::*member>
Result<void> add(Options& options, std::string_view value) {
    auto parts = parse_list(value);
    if (!parts) return tl::unexpected(parts.error());
    std::move(parts->begin(), parts->end(), std::back_inserter(options.*member));
    return {};
}

Result<void> set_min_latency(Options& options, std::string_view value) {
    const auto latency = parse_latency(value);
    if (!latency) return tl::unexpected(latency.error());
    if (latency->count() == 0) return fail("0 leaves nothing out", "give more than 0");
    options.min_latency = *latency;
    return {};
}

/// A path may hold commas, so it is never a list.
template <std::vector<std::string> Options::*member>
Result<void> add_whole(Options& options, std::string_view value) {
    if (value.empty()) return fail("the value is empty");
    (options.*member).emplace_back(value);
    return {};
}

Result<void> set_duration(Options& options, std::string_view value) {
    const auto seconds = parse_seconds(value);
    if (!seconds) return tl::unexpected(seconds.error());
    if (seconds->count() == 0) return fail("0 seconds show nothing", "give more than 0");
    options.duration = *seconds;
    return {};
}

Result<void> set_settle(Options& options, std::string_view value) {
    const auto seconds = parse_seconds(value);
    if (!seconds) return tl::unexpected(seconds.error());
    options.settle = *seconds;
    return {};
}

Result<void> set_every(Options& options, std::string_view value) {
    const auto seconds = parse_seconds(value);
    if (!seconds) return tl::unexpected(seconds.error());
    if (seconds->count() < 1'000'000) return fail("that is too short", "give at least 0.001");
    options.every = *seconds;
    return {};
}

Result<void> set_keep(Options& options, std::string_view value) {
    const auto length = parse_latency(value);
    if (!length) return tl::unexpected(length.error());
    if (length->count() == 0) return fail("0 keeps nothing", "give more than 0");
    options.keep = *length;
    return {};
}

Result<void> set_record_limit(Options& options, std::string_view value) {
    const auto bytes = parse_file_size(value);
    if (!bytes) return tl::unexpected(bytes.error());
    options.record_limit_bytes = *bytes;
    return {};
}

Result<void> set_buffer(Options& options, std::string_view value) {
    const auto bytes = parse_buffer_size(value);
    if (!bytes) return tl::unexpected(bytes.error());
    options.buffer_bytes = *bytes;
    return {};
}

Result<void> set_color(Options& options, std::string_view value) {
    if (value == "auto") {
        options.color = Color::automatic;
    } else if (value == "always") {
        options.color = Color::always;
    } else if (value == "never") {
        options.color = Color::never;
    } else {
        return fail(fmt::format("'{}' is no choice", brief(value)), "give auto, always or never");
    }
    return {};
}

Result<void> add_flame(Options& options, std::string_view value) {
    const auto sign = value.find('=');
    if (sign == value.npos || sign + 1 == value.size())
        return fail("there is no file for it", "write --flame KIND=FILE");
    const auto what = flame::wish_named(value.substr(0, sign));
    if (!what) return tl::unexpected(what.error());
    const std::string file(value.substr(sign + 1));
    options.flames.push_back({*what, file, flame::format_of_file(file)});
    return {};
}

Result<void> set_format(Options& options, std::string_view value) {
    options.format = flame::format_named(value);
    if (options.format) return {};
    return fail(fmt::format("'{}' is no format", brief(value)), "give folded, svg or speedscope");
}

Result<void> set_top_interval(Options& options, std::string_view value) {
    const auto seconds = parse_interval(value);
    if (!seconds) return tl::unexpected(seconds.error());
    options.interval = *seconds;
    return {};
}

Result<void> set_pane(Options& options, std::string_view value) {
    options.pane = top::pane_named(value);
    if (options.pane) return {};
    return fail(fmt::format("'{}' is no pane", brief(value)), "give " + top::pane_words());
}

template <std::optional<std::uint64_t> Options::*member>
Result<void> set_number(Options& options, std::string_view value) {
    const auto number = parse_count(value);
    if (!number) return tl::unexpected(number.error());
    options.*member = *number;
    return {};
}

Result<void> set_speed(Options& options, std::string_view value) {
    const auto speed = parse_seconds(value);  // a decimal number
    if (!speed) return fail(fmt::format("'{}' is no number", brief(value)), "give 2, or 0.5");
    options.speed = static_cast<double>(speed->count()) / 1e9;
    if (options.speed < 0.01 || options.speed > 1000)
        return fail("that is too slow or too fast", "give 0.01 to 1000");
    return {};
}

/// Each use is a group of its own.
Result<void> add_against(Options& options, std::string_view value) {
    auto& group = options.against.emplace_back();
    for (;;) {
        const auto end = std::min(value.find('\0'), value.size());
        group.emplace_back(value.substr(0, end));
        if (group.back().empty()) return fail("a name is empty", "name runs");
        if (end == value.size()) return {};
        value.remove_prefix(end + 1);
    }
}

Result<void> add_metrics(Options& options, std::string_view value) {
    auto parts = parse_list(value);
    if (!parts) return tl::unexpected(parts.error());
    auto& metrics = options.question.metrics;
    std::move(parts->begin(), parts->end(), std::back_inserter(metrics));
    return {};
}

Result<void> set_layout(Options& options, std::string_view value) {
    options.layout = compare::layout_named(value);
    if (options.layout) return {};
    return fail(fmt::format("'{}' is no layout", brief(value)),
                fmt::format("give one of {}", compare::layout_words));
}

Result<void> set_test(Options& options, std::string_view value) {
    if (value != "welch" && value != "mann-whitney")
        return fail(fmt::format("'{}' is no test", brief(value)), "give welch or mann-whitney");
    options.question.test = value == "welch" ? compare::Test::welch : compare::Test::mann_whitney;
    return {};
}

template <Verb verb>
Result<void> ask(Options& options, std::string_view) {
    options.verb = verb;
    return {};
}

constexpr unsigned makes_reports = with(Verb::trace) | with(Verb::report);
constexpr unsigned traces_all = with(Verb::trace) | with(Verb::top);
constexpr unsigned looks_at_records =
    with_tracing | with(Verb::report) | with(Verb::inspect) | with(Verb::exports);

constexpr OptionRow option_rows[] = {
    {"-d,--dev", "SPEC", Group::what,
     "trace only this device: sda, sda1, 8:0, /dev/..., a mount point or any path (the device "
     "behind it); may be repeated or list several with commas",
     add<&Options::devices>, looks_at_records},
    {"-p,--pid", "PID", Group::what,
     "only what this process is charged with, by its number in any PID namespace; may be repeated "
     "or list several with commas",
     add<&Options::processes>, looks_at_records},
    {"--comm", "NAME", Group::what, "only what processes of this name are charged with",
     add_whole<&Options::comms>, looks_at_records},
    {"-c,--cgroup", "PATH", Group::what,
     "only what tasks of this cgroup, or one below, are charged with: a path in /sys/fs/cgroup or "
     "from the root of the hierarchy",
     add_whole<&Options::cgroups>, looks_at_records},
    {"--file", "PATH", Group::what, "only the pages of this file, or of all below this folder",
     add_whole<&Options::files>, looks_at_records},
    {"--op", "OP", Group::what,
     "only these operations: read, write, discard, flush, write_zeroes, passthrough, other",
     add<&Options::operations>, looks_at_records},
    {"--min-latency", "TIME", Group::what,
     "only requests that took so long from queued to completed: 5ms, 250us, 1.5s", set_min_latency,
     looks_at_records},
    {"--duration", "S", Group::what, "without a command: stop after S seconds", set_duration},
    {"--settle", "S", Group::command,
     "when the command has ended, wait at most S seconds until what it dirtied is on the device; "
     "0 does not wait (default: as long as the kernel's own write-out may take, at least 30)",
     set_settle},
    {"--user", "NAME", Group::command,
     "run the command as this user (default: the user behind sudo)", set_text<&Options::user>},
    {"--as-root", nullptr, Group::command, "run the command as root, even behind sudo",
     set<&Options::as_root>},
    {"--report", "FILE", Group::output, "write the report to FILE instead of stderr; - is stdout",
     set_text<&Options::report_file>, makes_reports},
    {"--json", "FILE", Group::output, "write a JSON report to FILE as well; - is stdout",
     set_text<&Options::json_file>, makes_reports | with(Verb::top)},
    {"--record", "FILE", Group::output,
     "keep all that was traced in FILE, for wbtrace report and its like",
     set_text<&Options::record_file>, with(Verb::trace)},
    {"--record-limit", "SIZE", Group::output,
     "keep the recording below SIZE, with K, M or G: the oldest part goes", set_record_limit,
     with(Verb::trace)},
    {"--keep", "TIME", Group::output, "keep only the last part of the recording: 30s, 500ms",
     set_keep, with(Verb::trace)},
    {"--every", "S", Group::output, "of a recording: report on every S seconds, then on the whole",
     set_every, with(Verb::report)},
    {"--verify", nullptr, Group::output, "of a recording: look at every checksum",
     set<&Options::verify>, with(Verb::inspect)},
    {"--events", nullptr, Group::output, "of a recording: list its records, one a line",
     set<&Options::events>, with(Verb::inspect)},
    {"--flame", "KIND=FILE", Group::output,
     "write a flame graph as well, in the format of the file's ending (.svg, .json, else folded "
     "text); may be repeated. KIND as with 'wbtrace flame'",
     add_flame, with(Verb::trace)},
    {"-o,--output", "FILE", Group::output,
     "of flame and export: write to FILE instead of stdout; a folder with export csv",
     set_text<&Options::output_file>, with(Verb::flame) | with(Verb::exports)},
    {"--threads", nullptr, Group::output, "a row for each thread instead of each process",
     set<&Options::threads>},
    {"-T,--timestamp", nullptr, Group::output, "begin each report with the local time",
     set<&Options::timestamp>, makes_reports},
    {"-D,--per-device", nullptr, Group::output, "show the histograms of each device",
     set<&Options::per_device_histograms>, makes_reports},
    {"-m,--milliseconds", nullptr, Group::output,
     "show histograms of time in milliseconds, not microseconds", set<&Options::milliseconds>,
     makes_reports},
    {"--color", "WHEN", Group::output,
     "auto, always or never; auto means on a terminal, unless NO_COLOR is set", set_color,
     makes_reports | with(Verb::doctor) | with(Verb::top)},
    {"--format", "FORMAT", Group::flame,
     "folded, svg or speedscope (default: by the file's ending)", set_format, with(Verb::flame)},
    {"--system-wide", nullptr, Group::flame,
     "cpu with a command: sample everybody, not only the command", set<&Options::system_wide>,
     with(Verb::flame)},
    {"--diff", nullptr, Group::flame,
     "compare two files of folded stacks, or recordings: wbtrace flame --diff [KIND] BASE NEW",
     set<&Options::diff>, with(Verb::flame)},
    {"--normalize", nullptr, Group::flame,
     "with --diff: scale BASE to the total of NEW, so that shares are compared",
     set<&Options::normalize>, with(Verb::flame)},
    {"--interval", "S", Group::top, "show what happened in the last S seconds (default 1)",
     set_top_interval, with(Verb::top)},
    {"--pane", "PANE", Group::top,
     "begin with devices, processes, files, cgroups, writeback, latency or waits", set_pane,
     with(Verb::top)},
    {"--sort", "COLUMN", Group::top, "sort the pane by this column, as its head is written",
     set_text<&Options::sort>, with(Verb::top)},
    {"--batch", nullptr, Group::top,
     "plain text instead of a page, as without a terminal; without --pane the devices, processes "
     "and files",
     set<&Options::batch>, with(Verb::top)},
    {"-n,--count", "COUNT", Group::top, "end after COUNT intervals", set_number<&Options::count>,
     with(Verb::top)},
    {"--rows", "N", Group::top, "plain text: at most N rows of each table (default 10)",
     set_number<&Options::rows>, with(Verb::top)},
    {"--replay", "FILE", Group::top, "watch a recording instead of this machine",
     set_text<&Options::replayed>, with(Verb::top)},
    {"--speed", "N", Group::top, "with --replay: N times as fast as it was (default 1)", set_speed,
     with(Verb::top)},
    {"--against", "NEW", Group::compare,
     "the runs that are compared with those before it; again for a further group", add_against,
     with(Verb::compare), true},
    {"--by-suffix", "SUFFIXES", Group::compare,
     "instead of --against: the endings of paths, with commas between, that tell the groups apart; "
     "what is before the ending is the case",
     add<&Options::suffixes>, with(Verb::compare)},
    {"--by", "AXES", Group::compare,
     "instead of --against: axes of a matrix, or settings, with commas between (label, "
     "fs,writers, kernel, vm.dirty_bytes); runs that are equal there are a group, the first "
     "run's is the base, and a case is what they are on the other axes",
     add<&Options::by_axes>, with(Verb::compare)},
    {"--metric", "METRIC", Group::compare,
     "only these: write_bw, a set (io, throttle, latency, cpu) or a path into the JSON report; may "
     "be repeated or list several with commas",
     add_metrics, with(Verb::compare)},
    {"--layout", "LAYOUT", Group::compare,
     "pair, lkp, grid, series, histogram, values, json, csv or markdown (default: lkp, of several "
     "cases pair)",
     set_layout, with(Verb::compare)},
    {"--test", "TEST", Group::compare, "welch (the default) or mann-whitney", set_test,
     with(Verb::compare)},
    {"--force", nullptr, Group::compare, "compare runs that lost more than 1 % of their records",
     set<&Options::force>, with(Verb::compare)},
    {"--out", "DIR", Group::matrix,
     "where the results go, and those of an earlier start are (default: PLAN without .toml)",
     set_text<&Options::out>, with(Verb::matrix)},
    {"--label", "LABEL", Group::matrix,
     "what this kernel or patch is called (default: what the plan says, else the kernel's release)",
     set_text<&Options::label>, with(Verb::matrix)},
    {"--dry-run", nullptr, Group::matrix,
     "only show the cases in their order, why some are impossible here, and the time expected",
     set<&Options::dry_run>, with(Verb::matrix)},
    {"--destroy-data", "DEV", Group::matrix,
     "confirm that this device of the plan may be overwritten; once for each",
     add_whole<&Options::destroyed>, with(Verb::matrix)},
    {"--restore", nullptr, Group::matrix,
     "without a plan: undo what a killed matrix has left on this machine", set<&Options::restore>,
     with(Verb::matrix)},
    {"--buffer", "SIZE", Group::capture,
     "size of each ring buffer, with K or M; rounded up to a power of two (default 8M)",
     set_buffer},
    {"--strict", nullptr, Group::capture,
     "exit with status 4 when records were lost and the command succeeded", set<&Options::strict>,
     makes_reports},
    {"--plug-time", nullptr, Group::capture,
     "count the queue time from the start of accounting (block_io_start), so that it has the time "
     "in the plug; costs about a third more per request",
     set<&Options::plug_time>, traces_all},
    {"--sync-calls", nullptr, Group::capture,
     "follow fsync and its like by way of every system call, which slows all of them a little; "
     "for kernels without fentry, which need it, and for 32-bit programs",
     set<&Options::sync_calls>, traces_all},
    {"--time-budget", nullptr, Group::capture,
     "without a command: follow where the time of all threads goes; of a command it always is",
     set<&Options::time_budget>, traces_all},
    {"--pretend-missing", "NAME", Group::hidden, "treat this tracepoint as absent, for tests",
     add<&Options::pretend_missing>, with_tracing | with(Verb::doctor)},
    {"-v,--verbose", nullptr, Group::other,
     "show every row, queue settings and what the trace itself costs", set<&Options::verbose>,
     makes_reports},
    {"-V,--version", nullptr, Group::other, "show the version", ask<Verb::version>,
     with(Verb::version)},
    {"-h,--help", nullptr, Group::other, "show this help", ask<Verb::help>, with(Verb::help)},
};

constexpr VerbRow verb_rows[] = {
    {"top", Verb::top, nullptr, "watch the system live"},
    {"report", Verb::report, nullptr, "the same report, from a recording", "FILE"},
    {"inspect", Verb::inspect, nullptr, "show what is in a recording", "FILE"},
    {"export", Verb::exports, "json|ndjson|csv|perfetto|blkparse", "a recording in other formats",
     "FILE"},
    {"flame", Verb::flame, "throttle|offcpu|cpu|lock|io|io:requests|io:latency|dirty",
     "stacks, folded or as SVG", nullptr, "KIND [OPTIONS] [FILE | -- COMMAND]"},
    {"compare", Verb::compare, nullptr, "tables of what changed, and why", "RUN...",
     "BASE... --against NEW..."},
    {"matrix", Verb::matrix, nullptr, "run workloads over a grid of settings", "PLAN.toml",
     "PLAN.toml | --restore"},
    {"doctor", Verb::doctor, nullptr, "say what works here, what not, and why"},
    {"completion", Verb::completion, "bash|zsh|fish", "print completions for a shell"},
};

}  // namespace

std::span<const OptionRow> option_table() { return option_rows; }

std::span<const VerbRow> verb_table() { return verb_rows; }

}  // namespace wbtrace::cli
