// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "plan/workload_command.h"

#include "tests/catch.h"

using namespace wbtrace::plan;
using Words = std::vector<std::string>;

namespace {

Workload workload(Workload::Kind kind, Words command = {}) {
    Workload made;
    made.kind = kind;
    made.bytes = 1048576;
    made.command = std::move(command);
    return made;
}

Case with_writers(unsigned writers) {
    Case one;
    one.writers = writers;
    return one;
}

const Places two{{"/m/a", "/m/b"}, {"/dev/loop1", "/dev/loop2"}, "/out/x"};

/// What follows the script and its name.
Words behind_script(const Words& words) { return {words.begin() + 4, words.end()}; }

}  // namespace

TEST_CASE("dd writers go to the folders in turn") {
    const auto words = command_of(workload(Workload::Kind::dd), with_writers(3), two);
    CHECK(Words(words.begin(), words.begin() + 2) == Words{"sh", "-c"});
    CHECK(behind_script(words) ==
          Words{"1048576", "", "/m/a/writer-1", "0", "/m/b/writer-2", "0", "/m/a/writer-3", "0"});
}

TEST_CASE("without a file system dd writers write side by side") {
    Places raw = two;
    raw.folders.clear();
    auto timed = workload(Workload::Kind::dd);
    timed.seconds = 3;
    CHECK(behind_script(command_of(timed, with_writers(3), raw)) ==
          Words{"1048576", "3", "/dev/loop1", "0", "/dev/loop2", "0", "/dev/loop1", "1048576"});
}

TEST_CASE("placeholders become values, and the rest stays") {
    const Places one{{"/m/a"}, {"/dev/loop1"}, "/out"};
    const auto made = workload(Workload::Kind::command);
    CHECK(expanded("{dir}/x{writers}y {dev} {bytes}{seconds}.", made, with_writers(4), one) ==
          "/m/a/x4y /dev/loop1 1048576.");
    CHECK(expanded("${dir} {Dir} {} { dir} {dir", made, with_writers(4), one) ==
          "${dir} {Dir} {} { dir} {dir");
    CHECK(expanded("directory={dir}", made, with_writers(1), two) == "directory=/m/a:/m/b");
    CHECK(mentions("a{dir}", "dir"));
    CHECK(mentions("${dir} {dir}", "dir"));
    CHECK_FALSE(mentions("${dir}", "dir"));
}

TEST_CASE("a word that is just {dir} becomes one for each folder") {
    const auto made =
        workload(Workload::Kind::command, {"tool", "{dir}", "-n{writers}", "{dev}", "{dir}"});
    CHECK(command_of(made, with_writers(2), two) ==
          Words{"tool", "/m/a", "/m/b", "-n2", "/dev/loop1", "/dev/loop2", "/m/a", "/m/b"});
}

TEST_CASE("fio writes JSON beside its job") {
    CHECK(command_of(workload(Workload::Kind::fio), with_writers(1), two) ==
          Words{"fio", "--output-format=json", "--output=/out/x/fio.json", "/out/x/job.fio"});
}
