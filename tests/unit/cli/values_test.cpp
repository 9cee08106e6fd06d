// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "cli/values.h"

#include "tests/catch.h"

using namespace wbtrace::cli;
using namespace std::chrono_literals;

TEST_CASE("seconds are plain decimal numbers") {
    CHECK(parse_seconds("5") == 5s);
    CHECK(parse_seconds("0") == 0s);
    CHECK(parse_seconds("0.25") == 250ms);
    CHECK(parse_seconds(".5") == 500ms);
    CHECK(parse_seconds("2.") == 2s);
    CHECK(parse_seconds("0.0000000019") == 1ns);
    CHECK(parse_seconds("1000000000") == 1'000'000'000s);
    for (const char* text : {"", ".", "-1", "+1", "1e3", "inf", "nan", "0x10", "1.2.3", "1 ", " 1",
                             "1,5", "1.-5", "1000000001", "99999999999999999999"}) {
        INFO(text);
        CHECK_FALSE(parse_seconds(text));
    }
}

TEST_CASE("buffer sizes become powers of two of at least a page") {
    CHECK(parse_buffer_size("4096") == 4096U);
    CHECK(parse_buffer_size("4097") == 8192U);
    CHECK(parse_buffer_size("512K") == 512U << 10U);
    CHECK(parse_buffer_size("3m") == 4U << 20U);
    CHECK(parse_buffer_size("1024M") == 1U << 30U);
    for (const char* text : {"", "K", "M", "0", "4095", "3K", "1025M", "18446744073709551615M",
                             "18446744073709551616", "1.5M", "-8M", "8MB", "8G", "8 M"}) {
        INFO(text);
        CHECK_FALSE(parse_buffer_size(text));
    }
}

TEST_CASE("lists have no empty parts") {
    CHECK(parse_list("a") == std::vector<std::string>{"a"});
    CHECK(parse_list("a,b") == std::vector<std::string>{"a", "b"});
    for (const char* text : {"", ",", "a,", ",a", "a,,b"}) CHECK_FALSE(parse_list(text));
}
