// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// What is in a recording.
#include <fmt/format.h>

#include "cli/exit_status.h"
#include "commands/command.h"
#include "complain.h"
#include "output.h"
#include "recording/recording.h"

namespace wbtrace {

int inspect_command(const cli::Options& options) {
    auto recording = recording::Recording::open(options.recording);
    if (!recording) return complain(recording.error(), cli::exit_failed);
    auto out = Output::to_file("-");
    if (!out) return complain(out.error(), cli::exit_failed);
    std::string page;
    for (const auto& chunk : recording->chunks().chunks())
        page += fmt::format("{} {} {} {}\n", chunk.offset, chunk.header.kind, chunk.header.count,
                            chunk.header.stored_bytes);
    if (auto shown = out->write(page); !shown) return complain(shown.error(), cli::exit_failed);
    return cli::exit_ok;
}

}  // namespace wbtrace
