// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

namespace wbtrace::cli {

/// What wbtrace's exit status says. With a traced command it is the command's own status,
/// 128 + N when signal N killed it, or one of the last three.
enum ExitStatus : int {
    exit_ok = 0,
    exit_failed = 1,         ///< something went wrong at run time
    exit_usage = 2,          ///< the command line was not understood
    exit_unsupported = 3,    ///< this kernel, or our permissions, do not allow it
    exit_lost = 4,           ///< --strict: all went well, but records were lost
    exit_own_failure = 125,  ///< with a command: wbtrace itself failed, whatever the reason
    exit_not_executable = 126,
    exit_not_found = 127,
};

/// The status of a failure of wbtrace's own: `otherwise` unless a command is to be traced, whose
/// own statuses 1 to 3 it must not be mistaken for.
constexpr int own_failure(bool with_command, ExitStatus otherwise) {
    return with_command ? exit_own_failure : otherwise;
}

}  // namespace wbtrace::cli
