// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Compares what is written of made-up stacks with the files under flames/, in all formats.
//   golden_flames [--update] DIRECTORY
#include <string>

#include "flame/difference.h"
#include "flame/format.h"
#include "tests/golden/expected_files.h"
#include "tests/unit/flame/tables.h"

namespace golden = wbtrace::golden;
using namespace wbtrace::flame;

namespace {

/// Without what stands between: the style and the script are files that can be read themselves.
std::string without(std::string text, const std::string& begin, const std::string& end) {
    const auto first = text.find(begin);
    const auto last = text.find(end, first);
    if (first == text.npos || last == text.npos) return text;
    return text.replace(first + begin.size(), last - first - begin.size(), "...");
}

void check(const std::string& name, const StackTable& table, golden::ExpectedFiles& files) {
    files.compare(name + ".folded", written(table, Format::folded));
    files.compare(name + ".json", written(table, Format::speedscope));
    auto svg = without(written(table, Format::svg), "<style>", "</style>");
    files.compare(name + ".svg", without(std::move(svg), "<script>", "</script>"));
}

/// The writers once more: less of the wait, and somebody new.
StackTable changed_writers() {
    using enum Layer;
    StackTable table;
    table.subject = writers().subject;
    add_stack(table,
              {{task, "dd"}, {user, "write"}, {gap, "-"}, {kernel, "vfs_write"}, {kernel, "wait"}},
              30);
    add_stack(table, {{task, "cp"}, {kernel, "vfs_write"}}, 5);
    add_stack(table, {{task, "tar"}, {user, "write"}, {gap, "-"}, {kernel, "vfs_write"}}, 15);
    return table;
}

}  // namespace

int main(int argc, char** argv) {
    auto files = golden::expected_files(argc, argv, "golden_flames");
    check("writers", writers(), files);
    check("hostile", hostile(), files);
    check("compared", *difference(writers(), changed_writers(), Scaling::as_counted), files);
    check("normalised", *difference(writers(), changed_writers(), Scaling::normalised), files);
    check("empty", StackTable{}, files);
    return files.end();
}
