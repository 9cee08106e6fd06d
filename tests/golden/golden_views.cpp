// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Compares the views of every snapshot with the files under expected/.
//   golden_views [--update] DIRECTORY
#include "tests/golden/expected_files.h"
#include "tests/golden/page_rules.h"
#include "tests/golden/snapshots.h"
#include "views/json_report.h"
#include "views/text_report.h"

namespace golden = wbtrace::golden;

namespace {

void check(const golden::Case& one, golden::ExpectedFiles& files) {
    const auto text = wbtrace::views::text_report(one.snapshot, one.options);
    const auto json = wbtrace::views::json_report(one.snapshot);
    files.compare(one.name + ".txt", text);
    if (one.with_json) files.compare(one.name + ".json", json);
    files.report(one.name, golden::broken_page_rules(text));
    files.report(one.name + ": not in the text", golden::disagreements(text, json));
}

}  // namespace

int main(int argc, char** argv) {
    auto files = golden::expected_files(argc, argv, "golden_views");
    for (const auto& one : golden::cases()) check(one, files);
    return files.end();
}
