// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "pipeline/reorder_window.h"

#include <algorithm>
#include <random>

#include "tests/catch.h"
#include "tests/records.h"

using namespace wbtrace;
using pipeline::Batch;
using pipeline::ReorderWindow;
using Times = std::vector<std::uint64_t>;

namespace {

constexpr std::size_t no_limit = SIZE_MAX;

std::unique_ptr<Batch> batch_of(const Times& times) {
    auto batch = std::make_unique<Batch>();
    for (const auto time_ns : times) batch->append(tests::bytes_of(tests::request_done(time_ns)));
    return batch;
}

Times released(ReorderWindow& window, std::uint64_t watermark_ns) {
    Times times;
    window.release(watermark_ns, [&](std::span<const std::byte> record) {
        wb_event_header header;
        std::memcpy(&header, record.data(), sizeof header);
        times.push_back(header.time_ns);
    });
    return times;
}

std::size_t spent_batches(ReorderWindow& window) {
    std::size_t count = 0;
    while (window.take_spent()) ++count;
    return count;
}

}  // namespace

TEST_CASE("records before the watermark come out in order, the rest waits") {
    ReorderWindow window(no_limit);
    window.push(batch_of({10, 30, 20, 50, 15, 40}));
    CHECK(released(window, 30) == Times{10, 15, 20});
    CHECK(window.pending() == 3);
    window.push(batch_of({35, 60}));
    CHECK(released(window, 30).empty());
    CHECK(released(window, 1000) == Times{30, 35, 40, 50, 60});
    CHECK(window.late() == 0);
}

TEST_CASE("equal times keep the order of arrival, over batches too") {
    ReorderWindow window(no_limit);
    std::vector<std::uint64_t> sectors;
    for (std::uint64_t i = 0; i < 7; ++i) {
        auto record = tests::request_done(i == 3 ? 400 : 500);
        record.sector = i;
        auto batch = std::make_unique<Batch>();
        batch->append(tests::bytes_of(record));
        window.push(std::move(batch));
    }
    window.flush([&](std::span<const std::byte> record) {
        sectors.push_back(reinterpret_cast<const wb_request_done*>(record.data())->sector);
    });
    CHECK(sectors == std::vector<std::uint64_t>{3, 0, 1, 2, 4, 5, 6});
}

TEST_CASE("a late record is delivered with the next release and counted") {
    ReorderWindow window(no_limit);
    window.push(batch_of({100, 200}));
    CHECK(released(window, 300) == Times{100, 200});
    window.push(batch_of({150, 199, 200, 250}));
    CHECK(released(window, 300) == Times{150, 199, 200, 250});
    CHECK(window.late() == 2);
}

TEST_CASE("two rings with records late by less than the slack lose no order") {
    constexpr std::uint64_t slack_ns = 3000;
    std::mt19937_64 random(5);
    ReorderWindow window(no_limit);
    Times out;
    std::size_t most_held = 0;
    std::size_t sent = 0;
    for (std::uint64_t turn = 1; turn <= 211; ++turn) {
        Times times;
        for (int ring = 0; ring < 2; ++ring)
            for (std::uint64_t i = 0; i < 101; ++i)
                times.push_back(turn * 10'000 + i * 90 - random() % slack_ns);
        sent += times.size();
        window.push(batch_of(times));
        const auto now = released(window, (turn + 1) * 10'000 - slack_ns);
        out.insert(out.end(), now.begin(), now.end());
        most_held = std::max(most_held, window.held_bytes());
        spent_batches(window);
    }
    const auto rest = released(window, UINT64_MAX);
    out.insert(out.end(), rest.begin(), rest.end());
    CHECK(out.size() == sent);
    CHECK(std::is_sorted(out.begin(), out.end()));
    CHECK(window.late() == 0);
    CHECK(window.held_bytes() == 0);
    CHECK(most_held <= 3 * batch_of(Times(202, 1))->capacity_bytes());
}

TEST_CASE("a batch is spent when its last record was released") {
    ReorderWindow window(no_limit);
    window.push(batch_of({10, 40}));
    window.push(batch_of({20, 30}));
    released(window, 35);
    CHECK(spent_batches(window) == 1);
    released(window, 41);
    CHECK(spent_batches(window) == 1);
    CHECK(window.held_bytes() == 0);
}

TEST_CASE("an empty batch is spent at once") {
    ReorderWindow window(no_limit);
    window.push(std::make_unique<Batch>());
    CHECK(spent_batches(window) == 1);
    CHECK(released(window, 100).empty());
}

TEST_CASE("flush delivers even the end of time") {
    ReorderWindow window(no_limit);
    window.push(batch_of({UINT64_MAX, 5}));
    CHECK(released(window, UINT64_MAX) == Times{5});
    std::size_t count = 0;
    window.flush([&](std::span<const std::byte>) { ++count; });
    CHECK(count == 1);
    CHECK(window.pending() == 0);
    CHECK(window.held_bytes() == 0);
}

TEST_CASE("a watermark that stands still does not let memory grow") {
    constexpr std::size_t limit = 1 << 20;
    ReorderWindow window(limit);
    std::size_t delivered = 0;
    for (std::uint64_t turn = 1; turn <= 499; ++turn) {
        window.push(batch_of({turn * 1000, turn * 1000 + 7, UINT64_MAX}));
        delivered += released(window, 0).size();
        spent_batches(window);
        REQUIRE(window.held_bytes() <= limit + (64U << 10));
    }
    CHECK(delivered > 0);
    CHECK(delivered + window.pending() == 3 * 499);
}
