// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// What an exporter writes of some records.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "exports/exporter.h"
#include "tests/recordings.h"

namespace wbtrace::tests {

using MakeExporter =
    std::function<std::unique_ptr<exports::Exporter>(const exports::Names&, exports::Write)>;

inline std::string exported(const MakeExporter& make,
                            const std::function<void(events::Sink&)>& show,
                            analysis::StartFacts start = start_facts()) {
    std::string text;
    exports::Names names(start, cut_facts());
    const auto exporter = make(names, [&](std::string_view part) { text += part; });
    show(*exporter);
    exports::Ending ending;
    ending.lost["map_full"] = 2;
    ending.part = "cut";
    exporter->finish(ending);
    return text;
}

}  // namespace wbtrace::tests
