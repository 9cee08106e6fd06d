// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "recording/record_block.h"

#include <algorithm>
#include <cstring>
#include <random>

#include "recording/columns.h"
#include "recording/format.h"
#include "tests/catch.h"
#include "tests/recordings.h"

using namespace wbtrace;
using recording::RecordBlock;

namespace {

/// All bytes of all records, in the order in which they were shown.
struct Bytes final : events::Sink {
#define WB_BYTES_METHOD(number, name, type, what)            \
    void on(const type& record) override {                   \
        const auto bytes = recording::bytes_of(record);      \
        seen.insert(seen.end(), bytes.begin(), bytes.end()); \
    }
    WB_EVENT_LIST(WB_BYTES_METHOD)
#undef WB_BYTES_METHOD
    std::vector<std::byte> seen;
};

struct ToBlock final : events::Sink {
#define WB_ADD_METHOD(number, name, type, what) \
    void on(const type& record) override { block.add(number, recording::bytes_of(record)); }
    WB_EVENT_LIST(WB_ADD_METHOD)
#undef WB_ADD_METHOD
    RecordBlock block;
};

template <typename Record>
void add_random(std::uint16_t kind, std::mt19937_64& random, events::Sink& a, events::Sink& b) {
    Record record;
    auto* bytes = reinterpret_cast<unsigned char*>(&record);
    for (std::size_t i = 0; i < sizeof record; ++i) bytes[i] = static_cast<unsigned char>(random());
    record.header.kind = kind;
    record.header.size = sizeof record;
    a.on(record);
    b.on(record);
}

std::vector<std::byte> encoded(const RecordBlock& block) {
    std::vector<std::byte> payload;
    block.encode(payload);
    return payload;
}

}  // namespace

TEST_CASE("every byte of every kind of record comes back, in order") {
    std::mt19937_64 random(1);
    ToBlock to;
    Bytes wanted;
    for (int round = 0; round < 20; ++round) {
#define WB_RANDOM(number, name, type, what) \
    if (random() % 3 != 0) add_random<type>(number, random, to, wanted);
        WB_EVENT_LIST(WB_RANDOM)
#undef WB_RANDOM
    }
    RecordBlock read;
    REQUIRE(read.decode(encoded(to.block)));
    Bytes got;
    read.show_to(got);
    CHECK(got.seen == wanted.seen);
    CHECK(read.count() == to.block.count());
}

TEST_CASE("a block that is used again holds only what is new") {
    ToBlock to;
    tests::show_record(to, 1);
    tests::show_record(to, 3);
    to.block.clear();
    CHECK(to.block.empty());
    tests::show_record(to, 1);
    RecordBlock read;
    REQUIRE(read.decode(encoded(to.block)));
    CHECK(read.count() == 1);
    CHECK(read.rows().size() == 1);
    CHECK(to.block.first_ns() == tests::recording_start_ns + 1000);
    CHECK(to.block.last_ns() == tests::recording_start_ns + 1000);
}

TEST_CASE("a kind that is not known is passed over") {
    ToBlock to;
    auto record = tests::request_done(5);
    record.header.kind = 999;
    to.block.add(999, recording::bytes_of(record));
    tests::show_record(to, 1);
    RecordBlock read;
    REQUIRE(read.decode(encoded(to.block)));
    Bytes got;
    read.show_to(got);
    CHECK(got.seen.size() == sizeof(wb_request_done));
    CHECK(read.count() == 2);
}

TEST_CASE("a block that ends early, or says what cannot be, is refused") {
    ToBlock to;
    for (std::uint64_t i = 1; i <= 20; ++i) tests::show_record(to, i);
    const auto whole = encoded(to.block);
    RecordBlock read;
    for (std::size_t size = 0; size < whole.size(); ++size)
        CHECK_FALSE(read.decode(std::span(whole).first(size)));
    // Whatever it says then, reading ends and stays inside of its memory.
    std::mt19937 random(2);
    for (int i = 0; i < 20'000; ++i) {
        auto bent = whole;
        for (unsigned n = random() % 4; n-- > 0;)
            bent[random() % std::min<std::size_t>(bent.size(), 400)] =
                static_cast<std::byte>(random());
        Bytes got;
        if (read.decode(bent)) read.show_to(got);
    }
}

TEST_CASE("requests of one kind of work take few bytes") {
    ToBlock to;
    for (std::uint64_t i = 0; i < 1000; ++i) {
        auto record = tests::request_done(1'000'000 * i);
        record.sector = 8 * i;
        to.block.add(WB_EVENT_REQUEST_DONE, recording::bytes_of(record));
    }
    // The sector and three times differ: 32 bytes, and one for the kind; the rest is constant.
    CHECK(encoded(to.block).size() < 1000 * (32 + 1) + 600);
}
