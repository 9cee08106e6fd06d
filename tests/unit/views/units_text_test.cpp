// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "views/units_text.h"

#include "tests/catch.h"

using namespace wbtrace::views;

TEST_CASE("bytes have three digits and a unit") {
    CHECK(bytes_text(0) == "0 B");
    CHECK(bytes_text(512) == "512 B");
    CHECK(bytes_text(1023) == "1023 B");
    CHECK(bytes_text(1024) == "1.00 KiB");
    CHECK(bytes_text(70254592) == "67.0 MiB");
    CHECK(bytes_text(524288) == "512 KiB");
    CHECK(bytes_text(UINT64_MAX) == "16.0 EiB");
}

TEST_CASE("what rounds up to the next unit takes it") {
    CHECK(bytes_text(1024 * 1024 - 1) == "1.00 MiB");
    CHECK(bytes_text(1023 * 1024) == "1023 KiB");
    CHECK(duration_text(999'700) == "1.00 ms");
    CHECK(duration_text(999'400) == "999 us");
    CHECK(duration_text(9'996) == "10.0 us");
    CHECK(duration_text(99'960) == "100 us");
}

TEST_CASE("durations from nanoseconds to seconds") {
    CHECK(duration_text(0) == "0 ns");
    CHECK(duration_text(512) == "512 ns");
    CHECK(duration_text(1'290'000) == "1.29 ms");
    CHECK(duration_text(4'020'000'000) == "4.02 s");
    CHECK(duration_text(30'000'000'000) == "30.0 s");
    CHECK(duration_text(7'200'000'000'000) == "7200 s");
    CHECK(milliseconds_text(1'290'000) == "1.290");
}

TEST_CASE("a rate needs time to have passed") {
    CHECK(rate_text(70254592, 1'000'000'000) == "67.0 MiB/s");
    CHECK(rate_text(4096, 2'000'000'000) == "2.00 KiB/s");
    CHECK(rate_text(4096, 0) == "-");
}

TEST_CASE("counts are exact as long as they fit") {
    CHECK(count_text(0) == "0");
    CHECK(count_text(9'999'999'999) == "9999999999");
    CHECK(count_text(12'345'678'901) == "12.3 G");
    CHECK(counted(1, "file", "files") == "1 file");
    CHECK(counted(0, "file", "files") == "0 files");
}

TEST_CASE("a share never shows something as nothing") {
    CHECK(percent_text(0) == "0.0 %");
    CHECK(percent_text(0.0001) == "< 0.1 %");
    CHECK(percent_text(0.567) == "56.7 %");
    CHECK(percent_text(2.5) == "250.0 %");
}
