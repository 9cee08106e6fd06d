// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "decode/dispatch.h"

#include <cstring>
#include <string>
#include <vector>

#include "tests/catch.h"
#include "tests/records.h"

using namespace wbtrace;
using decode::dispatch;
using decode::Status;
using tests::bytes_of;

namespace {

/// Remembers which overload was called last, and with what time.
struct Witness final : events::Sink {
    std::string kind;
    std::uint64_t time_ns = 0;
    int calls = 0;

#define WB_WITNESS(number, name, type, what) \
    void on(const type& record) override {   \
        kind = #name;                        \
        time_ns = record.header.time_ns;     \
        ++calls;                             \
    }
    WB_EVENT_LIST(WB_WITNESS)
#undef WB_WITNESS
};

}  // namespace

TEST_CASE("each kind reaches its own overload") {
    Witness witness;
    int kinds = 0;
#define WB_SEND(number, name, type, what)                                  \
    {                                                                      \
        const auto record = tests::record_at<type>(number, 1000 + number); \
        REQUIRE(dispatch(bytes_of(record), witness) == Status::ok);        \
        CHECK(witness.kind == #name);                                      \
        CHECK(witness.time_ns == 1000 + number);                           \
        ++kinds;                                                           \
    }
    WB_EVENT_LIST(WB_SEND)
#undef WB_SEND
    CHECK(witness.calls == kinds);
}

TEST_CASE("a record cut short at any byte is malformed") {
    Witness witness;
    const auto record = tests::request_done(1000);
    for (std::size_t size = 0; size < sizeof record; ++size)
        REQUIRE(dispatch(bytes_of(record).first(size), witness) == Status::malformed);
    CHECK(witness.calls == 0);
}

TEST_CASE("a size that lies is malformed") {
    Witness witness;
    auto record = tests::request_done(1000);
    for (const std::size_t size :
         {std::size_t{0}, std::size_t{1}, sizeof(wb_event_header) - 1, sizeof(wb_event_header),
          sizeof record - 1, sizeof record + 1, std::size_t{0xffff}}) {
        record.header.size = static_cast<std::uint16_t>(size);
        REQUIRE(dispatch(bytes_of(record), witness) == Status::malformed);
    }
    CHECK(witness.calls == 0);
}

TEST_CASE("unknown kinds are skipped") {
    Witness witness;
    auto record = tests::request_done(1000);
    for (const int kind : {0, 200, 255, 0xffff}) {
        record.header.kind = static_cast<std::uint16_t>(kind);
        REQUIRE(dispatch(bytes_of(record), witness) == Status::unknown_kind);
    }
    CHECK(witness.calls == 0);
}

TEST_CASE("fields appended by a newer kernel side and padding are skipped") {
    struct Longer {
        wb_task_forked known;
        std::uint64_t newer, padding;
    };
    Longer record{tests::record_at<wb_task_forked>(WB_EVENT_TASK_FORKED, 11), 1, 2};
    record.known.header.size = sizeof record - sizeof record.padding;
    Witness witness;
    CHECK(dispatch(bytes_of(record), witness) == Status::ok);
    CHECK(witness.time_ns == 11);
}

TEST_CASE("a record that is not aligned is malformed") {
    const auto record = tests::request_done(1000);
    alignas(8) std::byte memory[sizeof record + 8];
    std::memcpy(memory + 4, &record, sizeof record);
    Witness witness;
    CHECK(dispatch({memory + 4, sizeof record}, witness) == Status::malformed);
    CHECK(witness.calls == 0);
}
