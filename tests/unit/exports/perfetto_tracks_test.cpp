// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "exports/perfetto_tracks.h"

#include <map>
#include <random>
#include <set>

#include "tests/catch.h"

using namespace wbtrace::exports::perfetto;

TEST_CASE("slices on one lane never overlap, and few lanes are needed") {
    Packets packets([](std::string_view) {});
    TrackNumbers numbers;
    Lanes lanes(0, "sda requests");
    std::map<TrackId, std::uint64_t> end_of;
    std::mt19937 random(1);
    for (std::uint64_t end = 1000; end < 20'000; end += random() % 20) {
        const auto begin = end - random() % 200;
        const auto lane = lanes.take(begin, end, numbers, packets);
        REQUIRE(lane);
        CHECK(end_of[*lane] <= begin);
        end_of[*lane] = end;
    }
    CHECK(end_of.size() < 60);
}

TEST_CASE("one after the other they share a lane, which is the one of instants") {
    Packets packets([](std::string_view) {});
    TrackNumbers numbers;
    Lanes lanes(0, "sda requests");
    const auto first = lanes.first(numbers, packets);
    CHECK(lanes.take(10, 20, numbers, packets) == first);
    CHECK(lanes.take(20, 30, numbers, packets) == first);
    CHECK(lanes.take(29, 31, numbers, packets) != first);
    CHECK(lanes.first(numbers, packets) == first);
}

TEST_CASE("a text is told once, and in full when there are too many") {
    InternedTexts texts(interned::event_names, 2);
    Message news;
    CHECK(texts.number_of("a", news) == 1);
    const auto told = news.size();
    CHECK(told > 0);
    CHECK(texts.number_of("a", news) == 1);
    CHECK(news.size() == told);
    CHECK(texts.number_of("b", news) == 2);
    CHECK(texts.number_of("c", news) == 0);
}
