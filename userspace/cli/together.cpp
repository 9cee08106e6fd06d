// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "cli/together.h"

#include <fmt/format.h>

#include <set>
#include <string>

#include "base/printable.h"

namespace wbtrace::cli {
namespace {

Result<void> refuse_without_command(const Options& options) {
    const char* idle = options.user      ? "--user"
                       : options.as_root ? "--as-root"
                       : options.settle  ? "--settle"
                                         : nullptr;
    if (options.has_command || idle == nullptr) return {};
    return fail(fmt::format("{} is about a command, and there is none", idle),
                "put -- COMMAND behind the options");
}

Result<void> check_flame(const Options& options) {
    if (options.normalize && !options.diff)
        return fail("--normalize is about comparing, and nothing is compared",
                    "write wbtrace flame --diff --normalize BASE NEW");
    if (!options.system_wide) return {};
    const bool samples = !options.flames.empty() && options.flames.front().what.kind->name == "cpu";
    if (!samples || !options.has_command)
        return fail("--system-wide is for the kind cpu with a command", "leave it out");
    return {};
}

bool chooses(const Options& options) {
    return !options.devices.empty() || !options.processes.empty() || !options.comms.empty() ||
           !options.cgroups.empty() || !options.files.empty() || !options.operations.empty() ||
           options.min_latency.count() != 0;
}

Result<void> check_inspect(const Options& options) {
    if (options.verb != Verb::inspect || options.events || !chooses(options)) return {};
    return fail("what a recording consists of is not told apart by filters",
                "add --events to list the records that pass");
}

Result<void> check_record(const Options& options) {
    if (!options.record_file) {
        if (options.record_limit_bytes == 0 && options.keep.count() == 0) return {};
        return fail("--record-limit and --keep are about a recording, and there is none",
                    "give --record FILE, too");
    }
    if (options.record_file == "-")
        return fail("--record cannot write to standard output: it goes back in its file",
                    "name a file; ./- if that is its name");
    if (options.record_file == options.json_file || options.record_file == options.report_file)
        return fail("--record names the file of a report", "give two names");
    return {};
}

Result<void> check_export(const Options& options) {
    if (options.verb != Verb::exports || options.choice != "csv") return {};
    if (options.output_file && options.output_file != "-") return {};
    return fail("export csv writes a file for each table", "give -o FOLDER");
}

Result<void> check_compare(const Options& options) {
    if (options.verb != Verb::compare) return {};
    const auto ways = int{!options.against.empty()} + int{!options.suffixes.empty()} +
                      int{!options.by_axes.empty()};
    if (ways != 1)
        return fail(ways == 0 ? "compare does not know what stands against what"
                              : "--against, --by-suffix and --by are ways to group: one is enough",
                    "give one of --against, --by-suffix and --by");
    const std::set<std::string> distinct(options.suffixes.begin(), options.suffixes.end());
    if (options.suffixes.empty() || distinct.size() > 1) return {};
    return fail("--by-suffix needs two different endings", "separate them by a comma");
}

Result<void> check_matrix(const Options& options) {
    const bool plans = options.dry_run || options.label || !options.destroyed.empty();
    if (!options.restore || !plans) return {};
    return fail("--restore only undoes what was left",
                "leave out the options that are about a plan");
}

Result<void> check_top(const Options& options) {
    if (options.speed != 1 && !options.replayed)
        return fail("--speed is about a recording, and there is none", "give --replay FILE, too");
    if (options.speed != 1 && (options.batch || options.json_file))
        return fail("--speed is about the page, plain text and JSON are written at once",
                    "leave it out");
    return {};
}

/// An option of tracing, which drawing what is in files is not.
Result<void> refuse_with_files(const Options& options) {
    const bool traces = options.has_command || chooses(options);
    if (options.diff && traces)
        return fail("--diff compares two files and traces nothing",
                    "leave out the options that are about tracing");
    if (options.verb == Verb::flame && !options.recording.empty() && traces)
        return fail(fmt::format("{} is drawn as it was recorded, nothing is traced",
                                brief(options.recording)),
                    "leave out what is about tracing");
    return {};
}

}  // namespace

Result<void> check_together(const Options& options) {
    if (options.has_command && options.command.empty()) {
        return fail("there is no command behind --", "write wbtrace [OPTIONS] -- COMMAND [ARG...]");
    }
    if (options.user && options.as_root) {
        return fail("--user and --as-root contradict each other", "give one of them");
    }
    if (auto fits = check_record(options); !fits) return fits;
    if (auto fits = check_flame(options); !fits) return fits;
    if (auto fits = check_top(options); !fits) return fits;
    if (auto fits = check_inspect(options); !fits) return fits;
    if (auto fits = check_export(options); !fits) return fits;
    if (auto fits = check_compare(options); !fits) return fits;
    if (auto fits = check_matrix(options); !fits) return fits;
    if (auto fits = refuse_with_files(options); !fits) return fits;
    if (auto fits = refuse_without_command(options); !fits) return fits;
    if (options.has_command && options.interval) {
        return fail("INTERVAL is for tracing the system, a command is reported on when it is done",
                    "leave out the number");
    }
    if (options.has_command && options.duration) {
        return fail("--duration is for tracing the system, a command is traced until it ends",
                    "write -- timeout S COMMAND to end it earlier");
    }
    return {};
}

}  // namespace wbtrace::cli
