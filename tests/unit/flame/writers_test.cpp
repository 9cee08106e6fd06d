// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <algorithm>
#include <nlohmann/json.hpp>

#include "flame/difference.h"
#include "flame/format.h"
#include "tests/catch.h"
#include "tests/unit/flame/tables.h"

using namespace wbtrace::flame;

namespace {

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("the format goes by the file's ending, or by name") {
    CHECK(format_of_file("a/b.svg") == Format::svg);
    CHECK(format_of_file("b.json") == Format::speedscope);
    CHECK(format_of_file("svg") == Format::folded);
    CHECK(format_of_file("-") == Format::folded);
    CHECK(format_named("speedscope") == Format::speedscope);
    CHECK_FALSE(format_named("SVG"));
}

TEST_CASE("the picture tells what is counted, and has a box for each frame") {
    const auto svg = written(writers(), Format::svg);
    CHECK(has(svg, "<title>time in dirty throttling: 100 µs</title>"));
    CHECK(has(svg, ">dd if=/dev/zero</text>"));
    CHECK(has(svg, "<title>wait\nkernel, 90 µs, 90.0 %</title>"));
    CHECK(has(svg, "class=\"task\" data-f=\"1 5 95\"><title>dd\n"));
}

TEST_CASE("no name becomes markup, and no address but those of formats is in the picture") {
    const auto svg = written(hostile(), Format::svg);
    CHECK_FALSE(has(svg, "<script>alert"));
    CHECK_FALSE(has(svg, "<b>"));
    CHECK(has(svg, "x&lt;y&gt;&amp;&quot;z&#39;"));
    CHECK(has(svg, "k\\x1b[0m\\x0a"));
    CHECK(std::none_of(svg.begin(), svg.end(), [](char c) { return c == '\x1b' || c == '\xff'; }));
    for (std::size_t at = svg.find("://"); at != svg.npos; at = svg.find("://", at + 1))
        CHECK(svg.compare(at + 3, 11, "www.w3.org/") == 0);
}

TEST_CASE("a comparison is drawn in red and blue") {
    StackTable base;
    add_stack(base, {{Layer::task, "a"}, {Layer::user, "less"}}, 40);
    add_stack(base, {{Layer::task, "b"}}, 10);
    StackTable changed;
    changed.subject.unit = "pages";
    add_stack(changed, {{Layer::task, "a"}, {Layer::user, "less"}}, 20);
    add_stack(changed, {{Layer::task, "b"}}, 30);
    const auto svg = written(*difference(base, changed, Scaling::as_counted), Format::svg);
    CHECK(has(svg, "class=\"less7\""));
    CHECK(has(svg, "class=\"more7\""));
    CHECK(has(svg, "20 pages, 40.0 %; before 40 pages, 80.0 %: −20 pages"));
    CHECK(has(svg, "class=\"same\" data-f=\"0 0 50\""));
}

TEST_CASE("speedscope gets a sample for each stack") {
    const auto document = nlohmann::json::parse(written(writers(), Format::speedscope));
    CHECK(document["$schema"] == "https://www.speedscope.app/file-format-schema.json");
    const auto& profile = document["profiles"][0];
    CHECK(profile["type"] == "sampled");
    CHECK(profile["unit"] == "microseconds");
    CHECK(profile["endValue"] == 100);
    CHECK(profile["samples"].size() == 3);
    CHECK(profile["weights"] == nlohmann::json::parse("[5,5,90]"));
    const auto& frames = document["shared"]["frames"];
    const auto frame = profile["samples"][1].back().get<std::size_t>();
    CHECK(frames[frame]["name"] == "vfs_write_[k]");
    CHECK(nlohmann::json::parse(written(hostile(), Format::speedscope)).is_object());
}
