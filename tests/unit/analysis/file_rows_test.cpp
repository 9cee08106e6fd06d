// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/file_rows.h"

#include "tests/catch.h"
#include "tests/unit/analysis/attribution_fixture.h"

using namespace wbtrace;
using model::RowRole;

namespace {

wb_file_seen seen(std::string_view names, std::uint32_t flags = 0) {
    auto record = tests::record_at<wb_file_seen>(WB_EVENT_FILE_SEEN, 1500);
    record.inode = 12;
    record.inode_dev = tests::ext4_dev;
    record.generation = 1;
    record.flags = flags;
    record.names_bytes = static_cast<__u32>(names.size());
    std::copy(names.begin(), names.end(), record.names);
    return record;
}

using namespace std::string_view_literals;

struct FileRowsFixture : tests::Analysed {
    FileRowsFixture() : Analysed(analysis::make_file_rows) {}

    [[nodiscard]] model::FileFigures only_file() const {
        std::vector<model::FileFigures> files;
        for (const auto& row : filled().files)
            if (row.role == RowRole::single) files.push_back(row);
        REQUIRE(files.size() == 1);
        return files[0];
    }
};

}  // namespace

TEST_CASE("a file has what was dirtied and what was written of it") {
    FileRowsFixture fixture;
    fixture.see(seen("f\0dir\0"sv));
    fixture.see(tests::dirtied(2100, 4));
    fixture.see(tests::dirtied(2000, 3));
    for (int i = 0; i < 5; ++i) fixture.see(tests::written_back(9000));
    const auto file = fixture.only_file();
    CHECK(file.path == "/mnt/dir/f");
    CHECK(file.dev == "8:1");
    CHECK(file.inode == 12);
    CHECK(file.dirtied_pages == 7);
    CHECK(file.dirtied_bytes == 7 * 4096);
    CHECK(file.dirtied_folios[2] == 2);
    CHECK(file.charged.written_back_bytes == 5 * 4096);
    CHECK(file.bios_per_request() == Approx(3.0));
    CHECK(file.average_request_bytes() == 4096);
    CHECK(file.first_dirtied_ns == 900);
    CHECK(file.last_written_ns == 8000);
}

TEST_CASE("a file without requests has no average, not 0") {
    FileRowsFixture fixture;
    fixture.see(tests::dirtied(2000, 3));
    CHECK_FALSE(fixture.only_file().average_request_bytes().has_value());
    CHECK_FALSE(fixture.only_file().bios_per_request().has_value());
    CHECK_FALSE(fixture.only_file().last_written_ns.has_value());
}

TEST_CASE("an inode number that is used again is another file") {
    FileRowsFixture fixture;
    fixture.see(tests::dirtied(2000, 1));
    auto again = tests::dirtied(3000, 2);
    again.generation = 2;
    fixture.see(again);
    CHECK(fixture.filled().files.size() == 2);
}

TEST_CASE("names are put together below the mount point") {
    const auto path = [](std::string_view names, std::uint32_t flags = 0, const char* root = "/") {
        FileRowsFixture fixture;
        fixture.context.filesystems.add(tests::ext4_dev, {"ext4", "/mnt", root});
        fixture.see(seen(names, flags));
        return fixture.only_file().path;
    };
    CHECK(path("f\0"sv) == "/mnt/f");
    CHECK(path("f\0b\0a\0/\0"sv) == "/mnt/a/b/f");
    CHECK(path("f\0b\0"sv, WB_FILE_CUT) == ".../b/f");
    CHECK(path("f"sv) == "/mnt/f");
    CHECK(path(""sv) == "");
    CHECK(path("f\0sub\0"sv, 0, "/sub") == "/mnt/f");
    CHECK(path("f\0elsewhere\0"sv, 0, "/sub") == "/elsewhere/f");
}

TEST_CASE("where a file is now is asked of the host") {
    FileRowsFixture fixture;
    fixture.see(seen("f\0"sv));
    CHECK(fixture.only_file().state == model::FileState::unknown);
    fixture.see(seen(""sv, WB_FILE_UNLINKED));
    CHECK(fixture.only_file().state == model::FileState::deleted);
    CHECK(fixture.only_file().path == "/mnt/f");
    fixture.context.find_file = [](const std::string& path, const model::FileFigures& file) {
        CHECK(path == "/mnt/f");
        CHECK(file.s_dev == tests::ext4_dev);
        CHECK(file.inode == 12);
        return analysis::FilePlace{model::FileState::renamed, "/mnt/g"};
    };
    CHECK(fixture.only_file().state == model::FileState::renamed);
    CHECK(fixture.only_file().renamed_to == "/mnt/g");
}

TEST_CASE("what is no file's has a row by its kind") {
    FileRowsFixture fixture;
    fixture.see(tests::journal_block(2000));
    fixture.see(tests::direct_write(2000, 8));
    auto node = tests::dirtied(2000, 9);
    node.inode_dev = 3;  // pages of a device's node
    fixture.see(node);
    const auto files = fixture.filled().files;
    REQUIRE(files.size() == 2);
    for (const auto& row : files) CHECK(row.role == RowRole::kind);
}
