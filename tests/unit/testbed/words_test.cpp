// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// What the system's programs are told.
#include <algorithm>

#include "testbed/bed.h"
#include "testbed/file_system.h"
#include "testbed/md_array.h"
#include "testbed/requirements.h"
#include "testbed/tool.h"
#include "tests/catch.h"

namespace wbtrace::testbed {
namespace {

using Words = std::vector<std::string>;
using Kind = plan::Layout::Kind;

bool holds(const Words& words, const std::string& word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

TEST_CASE("arrays are made without a resync") {
    const plan::Layout far{"raid10f2:2", Kind::md, "raid10", "f2", 2};
    const Words words = create_words(far, {"/dev/a", "/dev/b"}, 64, "/dev/md9", "1:2:3:4");
    for (const char* word : {"--assume-clean", "--level=raid10", "--layout=f2", "--chunk=64",
                             "--raid-devices=2", "--uuid=1:2:3:4", "--bitmap=none"}) {
        CAPTURE(word);
        CHECK(holds(words, word));
    }
    CHECK(Words(words.end() - 2, words.end()) == Words{"/dev/a", "/dev/b"});
    const plan::Layout mirror{"raid1:2", Kind::md, "raid1", "", 2};
    CHECK_FALSE(
        holds(create_words(mirror, {"/dev/a", "/dev/b"}, 64, "/dev/md9", "u"), "--chunk=64"));
}

TEST_CASE("levels of md are those of the first line of mdstat") {
    const char* mdstat = "Personalities : [raid0] [raid6] [raid5] [raid4] \nmd1 : active [raid1]\n";
    CHECK(offers_level(mdstat, "raid0"));
    CHECK(offers_level(mdstat, "raid5"));
    CHECK_FALSE(offers_level(mdstat, "raid1"));
    CHECK_FALSE(offers_level(mdstat, "raid10"));
    CHECK_FALSE(offers_level("", "raid0"));
}

TEST_CASE("file systems carry a mark, and the plan's options come last") {
    const auto ext4 = mkfs_words({"e", "ext4", {"-O", "^has_journal"}, ""}, {"/dev/a"}, "");
    CHECK(ext4.words ==
          Words{"mkfs.ext4", "-q", "-F", "-U", ext4.mark, "-O", "^has_journal", "/dev/a"});
    CHECK(ext4.mark.size() == 36);
    const auto xfs = mkfs_words({"xfs", "xfs"}, {"/dev/a"}, "");
    CHECK(xfs.words == Words{"mkfs.xfs", "-q", "-f", "-muuid=" + xfs.mark, "/dev/a"});
    const auto btrfs = mkfs_words({"b", "btrfs"}, {"/dev/a", "/dev/b"}, "raid0");
    CHECK(btrfs.words ==
          Words{"mkfs.btrfs", "-q", "-f", "-U", btrfs.mark, "-d", "raid0", "/dev/a", "/dev/b"});
    CHECK(mkfs_words({"f", "f2fs"}, {"/dev/a"}, "").mark.starts_with("wbtrace-"));
    CHECK(mkfs_words({"o", "other"}, {"/dev/a"}, "").words == Words{"mkfs.other", "/dev/a"});
}

TEST_CASE("mount options") {
    CHECK(mount_words({"xfs", "xfs", {}, "noatime"}) == "noatime");
    CHECK(mount_words({"xfs", "xfs"}).empty());
    CHECK(mount_words({"ext4", "ext4"}) == "noinit_itable");
    CHECK(mount_words({"ext4", "ext4", {}, "data=journal"}) == "noinit_itable,data=journal");
}

TEST_CASE("a file system that nobody has is told from one that nobody can name") {
    const auto lack = [](const std::string& type) {
        plan::Case wanted;
        wanted.fs = {"x", type};
        const auto skip = why_impossible(wanted, {}, Modules::only_ask);
        return skip ? skip->reason : "";
    };
    CHECK(lack("no_such") == "mkfs.no_such is not installed");
    CHECK(lack("../x") == "no file system is named ../x");
    CHECK_FALSE(lack("").empty());
    CHECK(lack("raw").empty());
}

TEST_CASE("programs of the system") {
    CHECK(run_tool({"sh", "-c", "echo out; echo err >&2"}) == "out\nerr\n");
    CHECK(run_tool({"sh", "-c", "read x || echo none"}) == "none\n");
    CHECK(
        run_tool({"sh", "-c", "echo first; printf 'bad \\033 thing\\n\\n'; exit 3"}).error().what ==
        "sh: bad \\x1b thing");
    CHECK(run_tool({"sh", "-c", "exit 3"}).error().what == "sh: exit status 3");
    CHECK(run_tool({"sh", "-c", "kill -9 $$"}).error().what == "sh: ended by signal 9");
    CHECK(run_tool({"no-such-tool"}).error().what == "no-such-tool is not installed");
    CHECK_FALSE(find_tool("../bin/sh"));
}

TEST_CASE("the last line that says what is wrong") {
    CHECK(last_line("").empty());
    CHECK(last_line("\n \n").empty());
    CHECK(last_line("one\ntwo\n\n") == "two");
    CHECK(last_line("10 %\r20 %\r") == "20 %");
    CHECK(last_line("too small\nUsage: mkfs.xfs\n/* label */\n<value> is xxx\n") == "too small");
    CHECK(last_line("mount: /x: wrong fs type.\n       dmesg(1) may have more information after "
                    "failed mount system call.\n") == "mount: /x: wrong fs type.");
}

TEST_CASE("devices of the plan: refusals that need no device") {
    CHECK(check_real_devices({}, {}));
    CHECK(check_real_devices({}, {"/dev/nowhere"}).error().what ==
          "--destroy-data names /dev/nowhere, which the plan does not");
    CHECK(check_real_devices({"/dev/null"}, {"/dev/null"}).error().what ==
          "/dev/null is not a block device");
    CHECK(check_real_devices({"/dev/nowhere"}, {}).error().what ==
          "cannot open /dev/nowhere: No such file or directory");
}

}  // namespace
}  // namespace wbtrace::testbed
