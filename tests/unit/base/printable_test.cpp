// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "base/printable.h"

#include "tests/catch.h"

using wbtrace::display_width;
using wbtrace::printable;
using wbtrace::shorten_middle;

TEST_CASE("ordinary names stay as they are") {
    CHECK(printable("") == "");
    CHECK(printable("kworker/u8:3-events") == "kworker/u8:3-events");
    CHECK(printable("Grüße, 世界, 🙂") == "Grüße, 世界, 🙂");
}

TEST_CASE("controls become visible") {
    CHECK(printable("a\nb\tc") == "a\\x0ab\\x09c");
    CHECK(printable("\x1b[2J") == "\\x1b[2J");
    CHECK(printable("\x7f") == "\\x7f");
    CHECK(printable(std::string_view("a\0b", 3)) == "a\\x00b");
    CHECK(printable("\xc2\x9b") == "\\xc2\\x9b");  // C1: another way to say ESC [
}

TEST_CASE("bytes that are not UTF-8 become visible") {
    CHECK(printable("\xff") == "\\xff");
    CHECK(printable("\xc0\xaf") == "\\xc0\\xaf");                    // overlong
    CHECK(printable("\xe0\x80\x80") == "\\xe0\\x80\\x80");           // overlong
    CHECK(printable("\xed\xa0\x80") == "\\xed\\xa0\\x80");           // surrogate
    CHECK(printable("\xf4\x90\x80\x80") == "\\xf4\\x90\\x80\\x80");  // beyond Unicode
    CHECK(printable("ab\xe4\xb8") == "ab\\xe4\\xb8");                // cut short
    CHECK(printable("\xe4"
                    "A") ==
          "\\xe4"
          "A");
}

TEST_CASE("what reorders or hides text becomes visible") {
    CHECK(printable("\u202egnp.exe") == "\\xe2\\x80\\xaegnp.exe");
    CHECK(printable("\u2066x") == "\\xe2\\x81\\xa6x");
    CHECK(printable("a\u200bb") == "a\\xe2\\x80\\x8bb");
    CHECK(printable("a\u2028b") == "a\\xe2\\x80\\xa8b");
}

TEST_CASE("whatever the bytes, the result has no control and is stable") {
    for (unsigned a = 0; a < 256; ++a) {
        for (unsigned b = 0; b < 256; ++b) {
            const std::string text = {static_cast<char>(a), static_cast<char>(b), 'z'};
            const auto shown = printable(text);
            REQUIRE(printable(shown) == shown);
            for (const char byte : shown) {
                const auto code = static_cast<unsigned char>(byte);
                REQUIRE((code >= 0x20 && code != 0x7f));
            }
        }
    }
}

TEST_CASE("width counts columns, not bytes") {
    CHECK(display_width("abc") == 3);
    CHECK(display_width("é") == 1);
    CHECK(display_width("e\u0301") == 1);
    CHECK(display_width("世界") == 4);
    CHECK(display_width("…") == 1);
}

TEST_CASE("long names lose their middle") {
    CHECK(shorten_middle("short", 5) == "short");
    CHECK(shorten_middle("/var/lib/postgresql/base", 11) == "/var/…/base");
    CHECK(shorten_middle("abcdef", 1) == "…");
    CHECK(shorten_middle("abcdef", 0) == "");
    for (std::size_t columns = 1; columns < 12; ++columns) {
        CHECK(display_width(shorten_middle("世界世界世界", columns)) <= columns);
        CHECK(display_width(shorten_middle("e\u0301e\u0301e\u0301xyz", columns)) <= columns);
    }
}

TEST_CASE("a message repeats the ends of a long word only") {
    using wbtrace::brief;
    CHECK(brief("short\n") == "short\\x0a");
    const std::string shown = brief("begin" + std::string(100'000, '\x01') + "end");
    CHECK(display_width(shown) == 60);
    CHECK(shown.starts_with("begin\\x01"));
    CHECK(shown.ends_with("\\x01end"));
}
