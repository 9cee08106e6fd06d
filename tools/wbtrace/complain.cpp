// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "complain.h"

#include <fmt/format.h>

#include "output.h"

namespace wbtrace {

int complain(const Error& error, int exit_status) {
    std::string line = "wbtrace: " + error.what;
    if (!error.remedy.empty()) line += fmt::format(" ({})", error.remedy);
    // When stderr is gone there is nobody left to tell.
    if (auto out = Output::to_stderr()) (void)out->write(line + "\n");
    return exit_status;
}

}  // namespace wbtrace
