// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "base/printable.h"
#include "tests/catch.h"
#include "views/device_blocks.h"
#include "views/histogram_text.h"
#include "views/text_page.h"
#include "views/text_table.h"

using namespace wbtrace;
using namespace wbtrace::views;
using model::Histogram;

namespace {

std::string histogram_of(const Histogram& histogram) {
    TextPage page(false);
    write_histogram(page, histogram, "bytes");
    return std::move(page).text();
}

std::size_t widest(const std::string& text) {
    std::size_t width = 0;
    for (std::size_t at = 0; at < text.size();) {
        const auto end = text.find('\n', at);
        width = std::max(width, display_width(text.substr(at, end - at)));
        at = end + 1;
    }
    return width;
}

}  // namespace

TEST_CASE("histograms have the layout of bcc") {
    Histogram histogram;
    histogram.record(0, 1);
    histogram.record(5, 2);
    CHECK(histogram_of(histogram) ==
          "     bytes               : count    distribution\n"
          "         0 -> 1          : 1        |********************                    |\n"
          "         2 -> 3          : 0        |                                        |\n"
          "         4 -> 7          : 2        |****************************************|\n");
}

TEST_CASE("the widest histogram stays on the page and keeps its last row") {
    Histogram histogram;
    histogram.record(UINT64_MAX, UINT64_MAX / 2);
    histogram.record(1, 1);
    const auto text = histogram_of(histogram);
    CHECK(widest(text) <= page_columns);
    CHECK(text.find(" -> 18446744073709551615 : 9223372036854775807 ") != std::string::npos);
    CHECK(histogram_of({}).empty());
}

TEST_CASE("the numbers of the deepest queue are whole") {
    model::Snapshot snapshot;
    model::DeviceFigures device;
    device.queue_depth_requests.record(1234567890123, 3);
    TextPage page(false);
    write_queueing(page, device, snapshot);
    const auto text = std::move(page).text();
    CHECK(widest(text) <= page_columns);
    CHECK(text.find("max 1234567890123 requests at issue") != std::string::npos);
    CHECK(text.find("…") == std::string::npos);
}

TEST_CASE("dividing keeps the count and the bounds") {
    Histogram ns;
    ns.record(600, 3);
    ns.record(1'000, 5);
    ns.record(8'192'000, 7);
    const auto us = divided(ns, 1000);
    CHECK(us.count() == 15);
    CHECK(us.min() == 0);
    CHECK(us.max() == 8192);
}

TEST_CASE("a page cuts what is too long and drops trailing blanks") {
    TextPage page(false);
    page.line(std::string(200, 'x'));
    page.line("a   ");
    const auto text = std::move(page).text();
    CHECK(widest(text) == page_columns);
    CHECK(text.ends_with("\na\n"));
}

TEST_CASE("items break between items, words between words") {
    TextPage page(false);
    page.items("label", {std::string(31, 'a'), std::string(31, 'b'), "c"});
    CHECK(std::move(page).text() == "  label       " + std::string(31, 'a') + ", " +
                                        std::string(31, 'b') + ",\n              c\n");
    TextPage words(false);
    words.words("label", std::string(40, 'a') + " " + std::string(40, 'b'));
    CHECK(std::move(words).text() == "  label       " + std::string(40, 'a') + "\n              " +
                                         std::string(40, 'b') + "\n");
}

TEST_CASE("colour is bold for titles, red for losses, nothing else") {
    TextPage page(true);
    page.title("good");
    page.line("text");
    page.alarm_title("bad");
    CHECK(std::move(page).text() == "\x1b[1mgood\x1b[0m\ntext\n\n\x1b[31mbad\x1b[0m\n");
}

TEST_CASE("tables align names left, figures right, and fit the page") {
    TextPage page(false);
    TextTable table({"name", "count"}, 1);
    table.row({"a", "1"});
    table.row({"bcdef", "131"});
    table.write(page);
    CHECK(std::move(page).text() == "  name   count\n  a          1\n  bcdef    131\n");

    TextPage narrow(false);
    TextTable wide({"name", "figure"}, 1);
    wide.row({"first" + std::string(100, 'x') + "last", "12345"});
    wide.write(narrow);
    const auto text = std::move(narrow).text();
    CHECK(widest(text) <= page_columns);
    CHECK(text.find("12345\n") != std::string::npos);
    CHECK(text.find("first") != std::string::npos);
    CHECK(text.find("last ") != std::string::npos);
}

TEST_CASE("names behind the figures take the room that is left, and keep their tail") {
    TextPage page(false);
    auto table = TextTable::with_names_last({"count", "file"});
    table.row({"131", "/" + std::string(100, 'x') + "/last"}, " (deleted)");
    table.row({"7", "/short"});
    table.write(page);
    const auto text = std::move(page).text();
    CHECK(text.starts_with("  count  file\n    131  /x"));
    CHECK(widest(text) == page_columns);
    CHECK(text.find("/last (deleted)\n") != std::string::npos);
    CHECK(text.ends_with("\n      7  /short\n"));
}

TEST_CASE("a table without rows is not written") {
    TextPage page(false);
    TextTable({"name", "count"}, 1).write(page);
    CHECK(std::move(page).text().empty());
}
