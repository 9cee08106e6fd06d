// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "commands/masked_probes.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/printable.h"
#include "capture/probe_catalog.h"

namespace wbtrace {

Result<std::set<std::string>> masked_probes(const cli::Options& options) {
    const auto catalog = capture::probe_catalog();
    for (const auto& name : options.pretend_missing) {
        const bool known = std::any_of(catalog.begin(), catalog.end(),
                                       [&](const auto& row) { return name == row.tracepoint; });
        if (!known)
            return fail(
                fmt::format("--pretend-missing: wbtrace has no probe called '{}'", brief(name)),
                "`wbtrace doctor` lists them");
    }
    return std::set<std::string>(options.pretend_missing.begin(), options.pretend_missing.end());
}

}  // namespace wbtrace
