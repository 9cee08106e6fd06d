// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Compares what is exported from a kept recording with the files under exports/.
//   golden_exports [--update] DIRECTORY
#include <iostream>
#include <map>
#include <string>

#include "exports/exporter.h"
#include "pipeline/fan_out.h"
#include "recording/recording.h"
#include "tests/golden/expected_files.h"

namespace golden = wbtrace::golden;
using namespace wbtrace;

namespace {

void show_all(recording::Recording& recording, exports::Names& names, exports::Exporter& to) {
    exports::NameLearner learner(names);
    pipeline::FanOut sinks({&learner, &to});
    const auto reading = recording.play(sinks, [](const auto&, bool) {});
    exports::Ending ending;
    ending.records = reading.records;
    ending.lost["not_recorded"] = reading.lost;
    to.finish(ending);
}

}  // namespace

int main(int argc, char** argv) {
    auto files = golden::expected_files(argc, argv, "golden_exports");
    auto recording =
        recording::Recording::open(std::string(WBTRACE_TEST_DATA) + "/recordings/v1/plain.wbt");
    if (!recording) {
        std::cerr << recording.error().what << "\n";
        return 1;
    }
    std::map<std::string, std::string> texts;
    const auto to = [&](const std::string& name) {
        return [&texts, name](std::string_view part) { texts[name] += part; };
    };
    const auto write = [&](auto make) {
        exports::Names names(recording->start(), recording->end());
        show_all(*recording, names, *make(names));
    };
    write([&](auto& names) { return exports::make_ndjson(names, to("plain.ndjson")); });
    write([&](auto& names) { return exports::make_blkparse(names, to("plain.blkparse")); });
    write([&](auto& names) {
        return exports::make_csv(names,
                                 [&](const std::string& table) { return to(table + ".csv"); });
    });
    for (const auto& [name, text] : texts) files.compare(name, text);
    return files.end();
}
