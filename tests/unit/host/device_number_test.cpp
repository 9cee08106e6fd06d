// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "host/device_number.h"

#include <sys/sysmacros.h>

#include "tests/catch.h"

namespace host = wbtrace::host;

TEST_CASE("a number has the kernel's bits, not glibc's") {
    CHECK(host::kernel_dev(8, 1) == 0x800001U);
    CHECK(host::kernel_dev(259, 300000) == (259U << 20 | 300000U));
    CHECK(host::kernel_dev_of(makedev(259, 300000)) == host::kernel_dev(259, 300000));
    CHECK(host::stat_dev_of(host::kernel_dev(259, 300000)) == makedev(259, 300000));
    CHECK(host::to_text(host::kernel_dev(4095, 1048575)) == "4095:1048575");
}

TEST_CASE("only major:minor is a number") {
    CHECK(host::parse_kernel_dev("8:16") == host::kernel_dev(8, 16));
    CHECK(host::parse_kernel_dev("0:45") == host::kernel_dev(0, 45));
    for (const char* text : {"", ":", "8", "8:", ":0", "8:0 ", " 8:0", "-8:0", "8:0:1", "0x8:0",
                             "4096:0", "8:1048576", "99999999999:0"}) {
        INFO(text);
        CHECK_FALSE(host::parse_kernel_dev(text));
    }
}
