// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <fcntl.h>
#include <unistd.h>

#include <exception>

#include "cli/exit_status.h"
#include "cli/options.h"
#include "commands/command.h"
#include "complain.h"

namespace {

using namespace wbtrace;

/// When we are started with one of stdin, stdout and stderr closed, the next file we open would
/// take its number, and what is meant for the user would be written into it. The substitutes
/// refuse to be written, so that nothing is lost unseen. The command still finds them closed:
/// they end at its exec.
void keep_standard_descriptors() {
    int fd = 0;
    do {
        fd = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    } while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd >= 0) ::close(fd);
}

int run(int argc, char** argv) {
    const auto options = cli::parse(argc, argv);
    if (options) return perform(*options);
    const bool with_command = cli::has_command(argc, argv);
    return complain(options.error(), cli::own_failure(with_command, cli::exit_usage));
}

}  // namespace

int main(int argc, char** argv) {
    keep_standard_descriptors();
    try {
        return run(argc, argv);
    } catch (const std::exception& error) {
        // Rooms return their errors; this is memory that ran out, or a mistake of ours.
        const bool with_command = cli::has_command(argc, argv);
        return complain({error.what()}, cli::own_failure(with_command, cli::exit_failed));
    }
}
