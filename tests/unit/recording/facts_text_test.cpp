// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "recording/facts_text.h"

#include <string>

#include "tests/catch.h"
#include "tests/recordings.h"

using namespace wbtrace;
using recording::facts_text;

TEST_CASE("facts come back as they were") {
    const auto start = recording::read_start_facts(facts_text(tests::start_facts()));
    REQUIRE(start);
    CHECK(facts_text(*start) == facts_text(tests::start_facts()));
    CHECK(start->machine.filesystems.at(0).mount_point == "/mnt\xff\n");
    CHECK(start->machine.cgroup_paths.at(UINT64_MAX) == "hex:not");
    CHECK(start->command.at(1) == "of=\xfe");

    const auto cut = recording::read_cut_facts(facts_text(tests::cut_facts()));
    REQUIRE(cut);
    CHECK(facts_text(*cut) == facts_text(tests::cut_facts()));
    CHECK(cut->totals.devices.at(0).totals.bios_queued == UINT64_MAX);
    CHECK(cut->totals.devices.at(0)
              .totals.op[WB_PHASE_SETTLING][WB_OWNER_SCOPE][WB_OP_WRITE]
              .errors == 9);
    CHECK(cut->run->settled == false);
    CHECK(cut->capture.probes.at(0).run_ns == std::nullopt);
    CHECK(cut->files.at(0).renamed_to == "/mnt/\x01");
}

TEST_CASE("no member of the facts is left out of the text") {
    // All of them differ from what a text without them gives.
    const auto text = facts_text(tests::start_facts());
    const auto empty = facts_text(analysis::StartFacts{});
    CHECK(text.size() > empty.size());
    const auto read = recording::read_start_facts("{}");
    REQUIRE(read);
    CHECK(facts_text(*read) == empty);
}

TEST_CASE("what a newer version adds is passed over") {
    auto text = facts_text(tests::start_facts());
    text.insert(1, R"("something_new":{"a":[1,2]},)");
    const auto read = recording::read_start_facts(text);
    REQUIRE(read);
    CHECK(facts_text(*read) == facts_text(tests::start_facts()));
}

TEST_CASE("text that is no facts is refused with a line") {
    for (const std::string text :
         {"", "{", "[]", "7", R"({"start_ns":"x"})", R"({"machine":{"filesystems":3}})",
          R"({"upper_devices":{"a":{}}})", R"({"start_ns":1e30})"}) {
        INFO(text);
        const auto read = recording::read_start_facts(text);
        REQUIRE_FALSE(read);
        CHECK(read.error().what.find('\n') == std::string::npos);
    }
    CHECK_FALSE(recording::read_start_facts(std::string(1'000'000, '[')));
    std::string deep = R"({"machine":)";
    for (int i = 0; i < 100; ++i) deep += R"({"a":)";
    CHECK_FALSE(recording::read_start_facts(deep + "1" + std::string(101, '}')));
}

TEST_CASE("names that reports show as they are cannot deceive a terminal") {
    auto facts = tests::cut_facts();
    facts.capture.probes[0].name = "\x1b[2J";
    const auto read = recording::read_cut_facts(facts_text(facts));
    REQUIRE(read);
    CHECK(read->capture.probes.at(0).name == R"(\x1b[2J)");
}
