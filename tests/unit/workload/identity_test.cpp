// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "workload/identity.h"

#include <unistd.h>

#include <algorithm>

#include "tests/catch.h"
#include "tests/scratch_folder.h"
#include "workload/command.h"

using namespace wbtrace::workload;

TEST_CASE("users are found by name and by number") {
    const auto by_name = user_identity("daemon");
    REQUIRE(by_name);
    CHECK(by_name->uid == 1);
    CHECK_FALSE(by_name->groups.empty());
    const auto by_number = user_identity("1");
    REQUIRE(by_number);
    CHECK(by_number->name == "daemon");
}

TEST_CASE("an unknown user is one clear line") {
    const auto unknown = user_identity("no\nbody");
    REQUIRE_FALSE(unknown);
    CHECK(unknown.error().what == "no user 'no\\x0abody'");
    CHECK_FALSE(unknown.error().remedy.empty());
    for (const char* name : {"", "-1", "4294967295", "4294967296", "1x"}) {
        CHECK_FALSE(user_identity(name));
    }
}

TEST_CASE("the user behind sudo is found when we are root") {
    const SudoVariables daemon{"1", "2", "daemon"};
    const auto found = sudo_identity(daemon, 0);
    REQUIRE(found);
    REQUIRE(*found);
    CHECK((*found)->name == "daemon");
    CHECK((*found)->gid == 2);
    const auto& groups = (*found)->groups;
    CHECK(std::find(groups.begin(), groups.end(), 2) != groups.end());

    CHECK_FALSE(*sudo_identity(daemon, 1000));
    CHECK_FALSE(*sudo_identity({}, 0));
    CHECK_FALSE(*sudo_identity({"0", "0", "root"}, 0));
}

TEST_CASE("sudo variables that do not fit are refused, not taken for root") {
    CHECK_FALSE(sudo_identity({"1", "1", "bin"}, 0));
    CHECK_FALSE(sudo_identity({"1", {}, "daemon"}, 0));
    CHECK_FALSE(sudo_identity({"1", "1", {}}, 0));
    CHECK_FALSE(sudo_identity({"x", "1", "daemon"}, 0));
    CHECK_FALSE(sudo_identity({"3999999999", "1", "daemon"}, 0));
}

TEST_CASE("the environment says who the user is") {
    const Identity user{.uid = 5, .gid = 5, .groups = {}, .name = "u", .home = "/h", .shell = "/s"};
    const auto result = environment_for(user, {"PATH=/bin", "HOME=/root", "HOMEX=1", "USER=root"});
    CHECK(result == std::vector<std::string>{"PATH=/bin", "HOMEX=1", "HOME=/h", "USER=u",
                                             "LOGNAME=u", "SHELL=/s"});
}

TEST_CASE("the command runs as the user, with the user's groups only; that takes root") {
    const ScratchFolder folder;
    const std::string file = folder.write("who", "");
    const auto daemon = user_identity("daemon");
    REQUIRE(daemon);
    auto command = Command::prepare(
        {.argv = {"sh", "-c", "echo $(id -u) $(id -g) $(id -G) $HOME $USER > \"$0\"", file},
         .run_as = *daemon});
    if (::geteuid() != 0) {
        REQUIRE_FALSE(command);
        CHECK(command.error().what == "cannot become user 'daemon': Operation not permitted");
        return;
    }
    REQUIRE(command);
    REQUIRE(::chown(file.c_str(), daemon->uid, daemon->gid) == 0);
    REQUIRE(command->release());
    CHECK(command->wait()->exit_code == 0);
    CHECK(read_file(file) == "1 1 1 " + daemon->home + " daemon\n");
}
