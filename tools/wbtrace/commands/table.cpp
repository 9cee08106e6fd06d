// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "cli/exit_status.h"
#include "commands/command.h"

namespace wbtrace {
namespace {

struct CommandRow {
    cli::Verb verb;
    int (*perform)(const cli::Options& options);
};

constexpr CommandRow commands[] = {
    {cli::Verb::top, top_command},         {cli::Verb::trace, run_command},
    {cli::Verb::flame, flame_command},     {cli::Verb::report, report_command},
    {cli::Verb::inspect, inspect_command}, {cli::Verb::exports, export_command},
    {cli::Verb::compare, compare_command}, {cli::Verb::matrix, matrix_command},
    {cli::Verb::doctor, doctor_command},   {cli::Verb::completion, completion_command},
    {cli::Verb::help, help_command},       {cli::Verb::version, version_command},
};

}  // namespace

int perform(const cli::Options& options) {
    for (const CommandRow& row : commands) {
        if (row.verb == options.verb) return row.perform(options);
    }
    return cli::exit_failed;
}

}  // namespace wbtrace
