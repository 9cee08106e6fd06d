// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "host/pseudo_file.h"

#include "tests/catch.h"
#include "tests/unit/host/machine_fixture.h"

namespace host = wbtrace::host;

TEST_CASE("small files are read whole, by line and as numbers") {
    MachineFixture machine;
    const auto path = machine.root() + "/f";
    machine.file("/f", "12\nsecond\n");
    CHECK(host::read_pseudo_file(path) == "12\nsecond\n");
    CHECK(host::read_line(path) == "12");
    CHECK(host::read_number(path) == 12U);
    for (const char* text : {"", "\n", "-1\n", "12 kB\n", "99999999999999999999\n"}) {
        INFO(text);
        machine.file("/f", text);
        CHECK_FALSE(host::read_number(path));
    }
    CHECK_FALSE(host::read_line(machine.root() + "/absent"));
    CHECK_FALSE(host::read_pseudo_file(machine.root()));  // a directory
}

TEST_CASE("a file longer than one read is whole") {
    MachineFixture machine;
    machine.file("/f", std::string(10'007, 'x') + "\n");
    CHECK(host::read_line(machine.root() + "/f")->size() == 10'007);
}

TEST_CASE("the chosen word stands in brackets") {
    CHECK(host::chosen_word("none [mq-deadline] kyber") == "mq-deadline");
    CHECK(host::chosen_word("[none]") == "none");
    CHECK(host::chosen_word("none") == "none");
    CHECK_FALSE(host::chosen_word("none kyber"));
    CHECK_FALSE(host::chosen_word(""));
    CHECK_FALSE(host::chosen_word("a [b"));
}
