// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "pipeline/batch.h"

#include <vector>

#include "tests/catch.h"
#include "tests/records.h"

using namespace wbtrace;
using pipeline::Batch;

namespace {

std::vector<std::byte> record_of_size(std::size_t size, std::uint64_t time_ns) {
    std::vector<std::byte> bytes(size, std::byte{0xab});
    wb_event_header header{};
    header.time_ns = time_ns;
    std::memcpy(bytes.data(), &header, sizeof header);
    return bytes;
}

}  // namespace

TEST_CASE("a batch gives records of any size back as they came, aligned") {
    Batch batch;
    std::vector<std::vector<std::byte>> sent;
    for (std::size_t size = sizeof(wb_event_header); size < 16 + 251; ++size) {
        sent.push_back(record_of_size(size, 1000 + size));
        batch.append(sent.back());
    }
    std::size_t at = 0;
    batch.for_each([&](const std::byte* frame, std::uint64_t time_ns) {
        const auto record = Batch::record_at(frame);
        REQUIRE(at < sent.size());
        CHECK(reinterpret_cast<std::uintptr_t>(record.data()) % 8 == 0);
        CHECK(std::vector(record.begin(), record.end()) == sent[at]);
        CHECK(time_ns == 1000 + sent[at].size());
        ++at;
    });
    CHECK(at == sent.size());
}

TEST_CASE("a batch does not trust the size inside a record") {
    auto record = tests::request_done(1);
    record.header.size = 0xffff;
    Batch batch;
    batch.append(tests::bytes_of(record));
    batch.append(tests::bytes_of(tests::request_done(2)));
    std::vector<std::uint64_t> times;
    batch.for_each([&](const std::byte*, std::uint64_t time_ns) { times.push_back(time_ns); });
    CHECK(times == std::vector<std::uint64_t>{1, 2});
}

TEST_CASE("a record too short for a header is counted and left out") {
    Batch batch;
    const auto record = record_of_size(16, 5);
    batch.append(std::span(record).first(15));
    batch.append({});
    CHECK(batch.empty());
    CHECK(batch.too_short() == 2);
}

TEST_CASE("a cleared batch keeps its memory") {
    Batch batch;
    for (int i = 0; i < 1009; ++i) batch.append(tests::bytes_of(tests::request_done(1000)));
    const std::size_t capacity = batch.capacity_bytes();
    CHECK(batch.used_bytes() == 1009 * (sizeof(wb_request_done) + 8));
    batch.clear();
    CHECK(batch.empty());
    CHECK(batch.capacity_bytes() == capacity);
}
