// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "compare/comparison.h"
#include "compare/layout.h"
#include "flame/format.h"
#include "flame/kinds.h"
#include "top/panes.h"

namespace wbtrace::cli {

enum class Verb {
    trace,    ///< no word: a command, or the system
    flame,    ///< stacks as flame graphs
    top,      ///< the system, live
    doctor,   ///< what this kernel offers
    report,   ///< the same from a recording
    inspect,  ///< what is in a recording
    exports,  ///< a recording in other formats
    compare,  ///< runs against runs
    matrix,   ///< a plan of runs
    completion,
    help,
    version,
};

enum class Color { automatic, always, never };

/// A flame graph that was asked for.
struct FlameFile {
    flame::Wish what;
    std::string file;
    flame::Format format = flame::Format::folded;
};

/// What the user asked for. File names: "-" is standard output.
struct Options {
    Verb verb = Verb::trace;
    std::vector<std::string> devices = {};    ///< as spelled; empty: all
    std::vector<std::string> processes = {};  ///< numbers, in any PID namespace
    std::vector<std::string> comms = {};
    std::vector<std::string> cgroups = {};  ///< paths
    std::vector<std::string> files = {};    ///< files or folders
    std::vector<std::string> operations = {};
    std::chrono::nanoseconds min_latency{};                 ///< 0: any
    std::optional<std::chrono::nanoseconds> duration = {};  ///< empty: until a signal
    std::optional<std::chrono::nanoseconds> interval = {};  ///< of reports; empty: one at the end
    std::optional<std::uint64_t> count = {};                ///< of intervals; empty: no limit
    bool timestamp = false;                                 ///< local time before each report
    std::optional<std::chrono::nanoseconds> settle = {};    ///< 0: do not wait; empty: see --help
    std::uint64_t buffer_bytes = 8U << 20U;  ///< of one ring; a power of two, at least a page
    std::optional<std::string> json_file = {};
    std::optional<std::string> report_file = {};  ///< empty: the report goes to stderr
    bool strict = false;
    bool plug_time = false;    ///< queue time from the start of accounting
    bool threads = false;      ///< rows by thread, not by process
    bool time_budget = false;  ///< where the time of everybody's threads went
    bool sync_calls = false;   ///< follow fsync and its like
    bool per_device_histograms = false;
    bool milliseconds = false;
    bool verbose = false;
    Color color = Color::automatic;
    std::optional<std::string> user = {};  ///< empty: the user behind sudo, if there is one
    bool as_root = false;
    std::optional<std::string> record_file = {};
    std::uint64_t record_limit_bytes = 0;                ///< of the recording; 0: no limit
    std::chrono::nanoseconds keep{};                     ///< at the end of the recording; 0: all
    std::string recording = {};                          ///< the file of a verb that wants one
    std::optional<std::chrono::nanoseconds> every = {};  ///< length of a recording's intervals
    bool verify = false;                                 ///< look at every checksum
    bool events = false;                                 ///< list the records
    std::string choice = {};                             ///< the word that the verb offers
    std::vector<FlameFile> flames = {};                  ///< with the verb flame just one
    std::optional<std::string> output_file = {};         ///< of the verbs flame and export
    std::optional<flame::Format> format = {};            ///< empty: by the file's ending
    bool system_wide = false;                ///< samples of everybody beside the command
    bool diff = false;                       ///< two files are compared
    bool normalize = false;                  ///< by shares
    std::vector<std::string> compared = {};  ///< the two: base and new
    bool batch = false;                      ///< of the verb top, as what follows
    std::optional<top::Pane> pane = {};
    std::optional<std::string> sort = {};                ///< head of a column
    std::optional<std::uint64_t> rows = {};              ///< of each table, without a terminal
    std::optional<std::string> replayed = {};            ///< a recording in place of the system
    double speed = 1;                                    ///< of the replay
    std::vector<std::string> runs = {};                  ///< of the verb compare: the base, or all
    std::vector<std::vector<std::string>> against = {};  ///< each list a group
    std::vector<std::string> by_axes = {};               ///< of a matrix, or settings: likewise
    std::vector<std::string> suffixes = {};              ///< of the runs' paths: a group each
    compare::Question question = {};
    std::optional<compare::Layout> layout = {};     ///< empty: as suits the groups
    bool force = false;                             ///< compare in spite of losses
    std::string plan_file = {};                     ///< of the verb matrix, as what follows
    std::optional<std::string> out = {};            ///< folder of the results
    std::optional<std::string> label = {};          ///< of this kernel or patch
    std::vector<std::string> destroyed = {};        ///< devices whose data may be lost
    bool dry_run = false;                           ///< only show the cases
    bool restore = false;                           ///< only undo what a killed matrix has left
    std::vector<std::string> pretend_missing = {};  ///< tracepoints to treat as absent (tests)
    bool has_command = false;                       ///< there was a "--"
    std::vector<std::string> command = {};          ///< all behind it, as it was
};

/// Words to values. Everything behind the first "--" is the command, verbatim. --help and
/// --version become verbs. --help wins over all other words, understood or not: who asks for it
/// need not know them. Errors are one line.
Result<Options> parse(int argc, const char* const* argv);

/// Whether there is a "--": tells what the exit status of a failed parse must be.
bool has_command(int argc, const char* const* argv);

/// Whether to write colours. `no_color` is the value of NO_COLOR, or null.
bool use_color(Color choice, bool is_terminal, const char* no_color);

}  // namespace wbtrace::cli
