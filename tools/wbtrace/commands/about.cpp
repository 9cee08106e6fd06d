// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// --help, --version and completion: asked for, hence on stdout and with status 0.
#include "cli/completion.h"
#include "cli/exit_status.h"
#include "cli/texts.h"
#include "commands/command.h"
#include "complain.h"
#include "output.h"

namespace wbtrace {
namespace {

int show(const std::string& text) {
    auto out = Output::to_file("-");
    if (!out) return complain(out.error(), cli::exit_failed);
    if (auto shown = out->write(text); !shown) return complain(shown.error(), cli::exit_failed);
    return cli::exit_ok;
}

}  // namespace

int help_command(const cli::Options&) { return show(cli::help_text()); }

int version_command(const cli::Options&) { return show(cli::version_text()); }

int completion_command(const cli::Options& options) {
    return show(cli::completion_text(options.choice));
}

}  // namespace wbtrace
