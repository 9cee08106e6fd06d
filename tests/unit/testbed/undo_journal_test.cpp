// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "testbed/undo_journal.h"

#include <sys/stat.h>

#include "testbed/journal_file.h"
#include "tests/catch.h"
#include "tests/scratch_folder.h"

namespace wbtrace::testbed {
namespace {

struct Places {
    ScratchFolder scratch;
    std::string out = scratch.path() + "/out";
    std::string global = scratch.path() + "/run";
    std::string journal = out + "/undo-journal";
    Places() { ::mkdir(out.c_str(), 0755); }
    [[nodiscard]] auto begin() const { return UndoJournal::begin(out, global); }
    [[nodiscard]] auto restore() const { return restore_unfinished({}, global); }
};

UndoEntry setting(const std::string& path, const std::string& set, const std::string& old) {
    return {UndoKind::setting, {path, set, path, old}};
}

/// A matrix that is about to set what is 1 in the file to 2.
Result<UndoJournal> begun(const Places& places, const std::string& file) {
    auto journal = places.begin();
    REQUIRE(journal);
    REQUIRE(journal->note(setting(file, "2", "1")));
    return journal;
}

TEST_CASE("an entry is in the file when note() returns") {
    const Places places;
    auto journal = places.begin();
    REQUIRE(journal);
    REQUIRE(journal->note({UndoKind::file, {"/no such/file"}}));
    CHECK(read_file(places.journal) == "wbtrace-undo 1 " + boot_id() + "\nfile /no%20such/file\n");
}

TEST_CASE("changes are undone backwards to the mark, and finish leaves nothing") {
    const Places places;
    const std::string file = places.scratch.write("setting", "1\n");
    auto journal = begun(places, file);
    const std::size_t mark = journal->mark();
    REQUIRE(journal->note(setting(file, "3", "2")));
    places.scratch.write("setting", "3\n");

    const UndoReport case_done = journal->undo_to(mark);
    CHECK(case_done.undone == 1);
    CHECK(read_file(file) == "2\n");
    CHECK(read_journal(places.journal)->entries.size() == 1);

    CHECK(journal->finish().ok());
    CHECK(read_file(file) == "1\n");
    CHECK(::access(places.journal.c_str(), F_OK) != 0);
    journal = fail("so that its lock is free");
    CHECK(places.restore()->journals.empty());
}

TEST_CASE("a matrix that was killed is undone by the next start") {
    const Places places;
    const std::string file = places.scratch.write("setting", "1\n");
    {
        const auto journal = begun(places, file);
        places.scratch.write("setting", "2\n");
    }
    const auto again = places.begin();
    REQUIRE_FALSE(again);
    CHECK(again.error().remedy == "run: wbtrace matrix --restore");

    const auto restored = places.restore();
    REQUIRE(restored);
    CHECK(restored->journals == std::vector<std::string>{places.journal});
    CHECK(restored->undo.undone == 1);
    CHECK(read_file(file) == "1\n");
    CHECK(places.restore()->journals.empty());
    CHECK(places.begin());
}

TEST_CASE("a running matrix keeps others out and is not restored") {
    const Places places;
    const auto journal = places.begin();
    REQUIRE(journal);
    const std::string pid = "(pid " + std::to_string(::getpid()) + ")";
    for (const auto& error : {places.begin().error(), places.restore().error()})
        CHECK(error.what == "another wbtrace matrix is running on this machine " + pid);
}

TEST_CASE("what somebody else has set meanwhile is left, and said") {
    const Places places;
    const std::string file = places.scratch.write("setting", "17\n");
    auto journal = begun(places, file);
    const UndoReport report = journal->finish();
    CHECK(report.ok());
    CHECK(report.undone == 0);
    REQUIRE(report.left.size() == 1);
    CHECK(report.left[0] == file + " is 17, which is not what was set here (2): left so");
    CHECK(read_file(file) == "17\n");
}

TEST_CASE("what fails is told and kept, and the others are undone") {
    const Places places;
    const std::string file = places.scratch.write("setting", "2\n");
    const std::string full = places.scratch.path() + "/full";
    ::mkdir(full.c_str(), 0755);
    places.scratch.write("full/file", "");
    auto journal = begun(places, file);
    REQUIRE(journal->note({UndoKind::folder, {full}}));
    REQUIRE(journal->note({UndoKind::file, {"/no/such/file"}}));
    const UndoReport report = journal->finish();
    CHECK(report.failed.size() == 1);
    CHECK(report.undone == 2);
    CHECK(read_file(file) == "1\n");
    CHECK(journal->mark() == 1);

    ::unlink((full + "/file").c_str());
    CHECK(journal->finish().ok());
    CHECK(::access(full.c_str(), F_OK) != 0);
}

TEST_CASE("after a restart settings are the kernel's own again") {
    const Places places;
    const std::string file = places.scratch.write("setting", "2\n");
    const std::string made = places.scratch.write("made", "");
    REQUIRE(write_journal(places.journal,
                          {"another-boot", {setting(file, "2", "1"), {UndoKind::file, {made}}}}));
    const auto restored = restore_unfinished(places.out, places.global);
    REQUIRE(restored);
    CHECK(restored->undo.undone == 1);
    CHECK(read_file(file) == "2\n");
    CHECK(::access(made.c_str(), F_OK) != 0);
}

TEST_CASE("a journal that was removed is told once") {
    const Places places;
    { REQUIRE(places.begin()); }
    ::unlink(places.journal.c_str());
    const auto restored = places.restore();
    REQUIRE(restored);
    CHECK(restored->undo.left.size() == 1);
    CHECK(places.restore()->journals.empty());
}

TEST_CASE("the text of a journal") {
    const auto cut = parse_journal("wbtrace-undo 1 b\nfile /a\nfile /b", "j");
    REQUIRE(cut);
    CHECK(cut->boot == "b");
    CHECK(cut->entries.size() == 1);
    CHECK(parse_journal("", "j")->entries.empty());
    CHECK(parse_journal("wbtrace-undo 1 b\nfile /a\nrm /b\n", "j").error().what ==
          "j:3: not a line of an undo journal");
    CHECK_FALSE(parse_journal("file /a\n", "j"));
    CHECK_FALSE(parse_journal("wbtrace-undo 2 b\n", "j"));
}

TEST_CASE("a journal that others can write is not obeyed") {
    const Places places;
    const std::string made = places.scratch.write("made", "");
    REQUIRE(write_journal(places.journal, {boot_id(), {{UndoKind::file, {made}}}}));
    ::chmod(places.journal.c_str(), 0666);
    const auto restored = restore_unfinished(places.out, places.global);
    REQUIRE(restored);
    CHECK(restored->undo.failed.size() == 1);
    CHECK(::access(made.c_str(), F_OK) == 0);
}

}  // namespace
}  // namespace wbtrace::testbed
