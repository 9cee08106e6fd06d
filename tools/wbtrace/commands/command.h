// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include "cli/options.h"

namespace wbtrace {

// One function for each verb; each returns the exit status (cli/exit_status.h).
int run_command(const cli::Options& options);  ///< run.cpp: a command, or the system
int report_command(const cli::Options& options);
int inspect_command(const cli::Options& options);
int export_command(const cli::Options& options);
int flame_command(const cli::Options& options);
int top_command(const cli::Options& options);
int compare_command(const cli::Options& options);
int matrix_command(const cli::Options& options);
int doctor_command(const cli::Options& options);
int completion_command(const cli::Options& options);
int help_command(const cli::Options& options);
int version_command(const cli::Options& options);

/// Does what `options.verb` asks for. A new verb is a file here and a row in table.cpp.
int perform(const cli::Options& options);

}  // namespace wbtrace
