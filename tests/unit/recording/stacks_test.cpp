// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Stacks of a recording: what was named comes back, whole or not at all.
#include "recording/facts_text.h"
#include "recording/recording.h"
#include "tests/catch.h"
#include "tests/recordings.h"
#include "tests/scratch_folder.h"

using namespace wbtrace;
using recording::Recording;

namespace {

/// Rows that are told apart by their weight, over a few names.
model::NamedStacks many_stacks(std::size_t count) {
    auto stacks = tests::named_stacks();
    stacks.rows.clear();
    for (std::size_t i = 0; i < count; ++i) {
        auto& row = stacks.rows.emplace_back();
        row.kernel = {static_cast<model::NameNumber>(i % stacks.names.size())};
        row.count = 1;
        row.weight = i;
    }
    return stacks;
}

/// By name, since parts may number names anew.
std::vector<std::string> outermost(const model::NamedStacks& stacks) {
    std::vector<std::string> names;
    for (const auto& row : stacks.rows)
        names.push_back(stacks.names.at(row.kernel.at(0)) + " " + std::to_string(row.weight));
    return names;
}

}  // namespace

TEST_CASE("stacks of a recording come back") {
    const ScratchFolder folder;
    tests::record_to(folder.path() + "/a.wbt", 10);
    auto read = Recording::open(folder.path() + "/a.wbt");
    REQUIRE(read);
    const auto stacks = read->stacks();
    REQUIRE(stacks);
    REQUIRE(*stacks);
    const auto told = tests::named_stacks();
    CHECK((*stacks)->kinds == told.kinds);
    CHECK((*stacks)->user_frames);
    CHECK((*stacks)->notes == told.notes);
    REQUIRE((*stacks)->rows.size() == 2);
    const auto& row = (*stacks)->rows[0];
    CHECK((*stacks)->names.at(row.user.at(0)) == "main\xff;");
    CHECK((*stacks)->names.at(row.thread) == "hex:not");
    CHECK((*stacks)->names.at(row.kernel.at(1)) == "vfs_write");
    CHECK(row.weight == UINT64_MAX);
    CHECK(row.cut == 1);
    CHECK(row.tid == 8);
}

TEST_CASE("stacks of a kept recording of version 1.1 are read") {
    auto kept = Recording::open(std::string(WBTRACE_TEST_DATA) + "/recordings/v1/stacks.wbt");
    REQUIRE(kept);
    const auto stacks = kept->stacks();
    REQUIRE(stacks);
    REQUIRE(*stacks);
    REQUIRE((*stacks)->rows.size() == 2);
    CHECK((*stacks)->names.at((*stacks)->rows[0].user.at(0)) == "main\xff;");
}

TEST_CASE("a recording without stacks says so") {
    auto kept = Recording::open(std::string(WBTRACE_TEST_DATA) + "/recordings/v1/whole.wbt");
    REQUIRE(kept);
    const auto stacks = kept->stacks();
    REQUIRE(stacks);
    CHECK_FALSE(*stacks);
}

TEST_CASE("many stacks are several parts, which are one again") {
    for (const std::size_t count : {0U, 1U, 3U, 7U, 8U}) {
        const auto told = many_stacks(count);
        model::NamedStacks joined;
        for (const auto& part : recording::parts_of(told, 3)) {
            CHECK(part.all_rows == count);
            auto read = recording::read_stacks_part(recording::facts_text(part));
            REQUIRE(read);
            CHECK(append(std::move(*read), joined));
        }
        CHECK(outermost(joined) == outermost(told));
        CHECK(joined.notes == told.notes);
        CHECK(joined.kinds == told.kinds);
    }
}

TEST_CASE("a part that is missing is noticed") {
    const auto parts = recording::parts_of(many_stacks(8), 3);
    model::NamedStacks joined;
    CHECK_FALSE(append(parts[1], joined));
    CHECK(append(parts[0], joined));
    CHECK_FALSE(append(parts[2], joined));
}

TEST_CASE("stacks of which only a part was kept are refused") {
    const ScratchFolder folder;
    const auto path = folder.path() + "/a.wbt";
    recording::Keep keep;
    keep.limit_bytes = 64U << 10U;
    auto recorder = recording::Recorder::create(path, keep);
    REQUIRE(recorder);
    (*recorder)->begin(tests::start_facts());
    // Names that cannot be compressed fill the room before all are written.
    auto stacks = many_stacks(5000);
    stacks.names.clear();
    std::uint64_t random = 1;
    for (auto& row : stacks.rows) {
        row.process = row.thread = row.kernel[0] =
            static_cast<model::NameNumber>(stacks.names.size());
        std::string name;
        for (int i = 0; i < 4; ++i)
            name += std::to_string(random = random * 6364136223846793005U + 1442695040888963407U);
        stacks.names.push_back(name);
    }
    (*recorder)->stacks(stacks, 5);
    (*recorder)->end(tests::cut_facts());
    auto read = Recording::open(path);
    REQUIRE(read);
    const auto kept = read->stacks();
    REQUIRE_FALSE(kept);
    CHECK(kept.error().what == "only a part of its stacks was kept");
}

TEST_CASE("what a stack refers to must be there") {
    const char* text = R"({"names": ["a"], "rows": [{"kernel": [1]}], "all_rows": 1})";
    CHECK_FALSE(recording::read_stacks_part(text));
    CHECK_FALSE(recording::read_stacks_part(R"({"rows": [{"kernel": []}], "all_rows": 1})"));
    CHECK_FALSE(recording::read_stacks_part(R"({"rows": 7})"));
    const auto strange = recording::read_stacks_part(
        R"({"names": ["a"], "kinds": [3, 99], "rows": [{"kind": 99}], "notes": ["\u0007"]})");
    REQUIRE(strange);
    CHECK(strange->stacks.kinds == 8);
    CHECK(strange->stacks.notes.at(0) == "\\x07");
}
