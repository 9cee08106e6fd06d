// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "base/byte_size.h"

#include "tests/catch.h"

using wbtrace::parse_byte_size;

TEST_CASE("sizes with and without a unit") {
    CHECK(parse_byte_size("0") == 0U);
    CHECK(parse_byte_size("4096") == 4096U);
    CHECK(parse_byte_size("64K") == 65536U);
    CHECK(parse_byte_size("100m") == 104857600U);
    CHECK(parse_byte_size("1G") == 1073741824U);
    CHECK(parse_byte_size("2T") == 2199023255552U);
    CHECK(parse_byte_size("9223372036854775807") == 9223372036854775807U);
    for (const char* text : {"", "K", "-1", "+1", "1.5G", "1 G", "1KB", "1P", "9223372036854775808",
                             "8388608T", "99999999999999999999"}) {
        INFO(text);
        CHECK_FALSE(parse_byte_size(text));
    }
}
