// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "host/kernel_symbols.h"

#include <unistd.h>

#include "tests/catch.h"
#include "tests/unit/host/machine_fixture.h"

using wbtrace::host::KernelSymbols;

namespace {

constexpr const char* kallsyms =
    "0000000000000000 A fixed_percpu_data\n"
    "ffffffff81000000 T _stext\n"
    "ffffffff81000100 t alias\n"
    "ffffffff81000100 T balance_dirty_pages\n"
    "ffffffff81000200 t foo.isra.0\n"
    "not a line\n"
    "ffffffff82000000 D some_data\n"
    "ffffffffc0001000 t start_this_handle\t[jbd2]\n"
    "ffffffffc0000000 t xfs_log_force\t[xfs]\n"
    "ffffffffc0000100 t xfs_log_write\t[xfs]\n";

std::string name_at(const KernelSymbols& symbols, std::uint64_t address) {
    const auto place = symbols.find(address);
    return place ? std::string(place->name) : "?";
}

}  // namespace

TEST_CASE("an address belongs to the function that begins before it") {
    const auto symbols = KernelSymbols::parse(kallsyms);
    REQUIRE(symbols);
    CHECK(name_at(*symbols, 0xffffffff81000100) == "balance_dirty_pages");
    CHECK(name_at(*symbols, 0xffffffff810001ff) == "balance_dirty_pages");
    CHECK(name_at(*symbols, 0xffffffff81000200) == "foo.isra.0");
    CHECK(symbols->find(0xffffffff81000123)->offset == 0x23);
    CHECK(symbols->find(0xffffffff81000123)->module.empty());
}

TEST_CASE("modules' functions tell their module, in any order") {
    const auto symbols = KernelSymbols::parse(kallsyms);
    REQUIRE(symbols);
    CHECK(name_at(*symbols, 0xffffffffc0000001) == "xfs_log_force");
    CHECK(symbols->find(0xffffffffc0000101)->module == "xfs");
    CHECK(symbols->find(0xffffffffc0001001)->module == "jbd2");
}

TEST_CASE("a system call without arguments is called as that of the own ABI") {
    const auto symbols = KernelSymbols::parse(
        "ffffffff81000000 T __ia32_sys_pause\nffffffff81000000 T __x64_sys_pause\n");
    REQUIRE(symbols);
    CHECK(name_at(*symbols, 0xffffffff81000004) == "__x64_sys_pause");
}

TEST_CASE("what is no function has no name") {
    const auto symbols = KernelSymbols::parse(kallsyms);
    REQUIRE(symbols);
    CHECK(name_at(*symbols, 0x10) == "?");
    CHECK(name_at(*symbols, 0xffffffff80ffffff) == "?");
    CHECK(name_at(*symbols, 0xffffffff82000010) == "?");
    CHECK(name_at(*symbols, 0xffffffffffffffff) == "?");
}

TEST_CASE("hidden addresses are an error that says what to do") {
    const auto hidden = KernelSymbols::parse("0000000000000000 T a\n0000000000000000 t b\n");
    REQUIRE_FALSE(hidden);
    CHECK(hidden.error().what.find("hides") != std::string::npos);
    CHECK(hidden.error().remedy.find("kptr_restrict") != std::string::npos);
    CHECK_FALSE(KernelSymbols::parse(""));
    const MachineFixture nothing;
    CHECK_FALSE(KernelSymbols::read(nothing.root()));
}

TEST_CASE("the names of this kernel can be had by root") {
    const auto symbols = KernelSymbols::read();
    if (::geteuid() != 0 || !symbols) return;
    CHECK(symbols->size() > 10'000);
}
