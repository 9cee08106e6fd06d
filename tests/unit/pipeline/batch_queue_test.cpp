// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "pipeline/batch_queue.h"

#include <atomic>
#include <chrono>
#include <thread>

#include "tests/catch.h"
#include "tests/records.h"

using namespace wbtrace;
using pipeline::Batch;
using pipeline::BatchQueue;

namespace {

constexpr std::size_t one_record = sizeof(wb_request_done) + 8;

std::unique_ptr<Batch> batch_of_one(std::uint64_t watermark_ns) {
    auto batch = std::make_unique<Batch>();
    batch->append(tests::bytes_of(tests::request_done(1000)));
    batch->watermark_ns = watermark_ns;
    return batch;
}

// Long enough for a thread that does not block to get through.
void give_time() { std::this_thread::sleep_for(std::chrono::milliseconds(50)); }

}  // namespace

TEST_CASE("batches come out in the order they went in, and after close too") {
    BatchQueue queue(10 * one_record);
    for (std::uint64_t i = 0; i < 3; ++i) REQUIRE(queue.push(batch_of_one(i)));
    queue.close();
    for (std::uint64_t i = 0; i < 3; ++i) CHECK(queue.pop()->watermark_ns == i);
    CHECK(queue.pop() == nullptr);
    CHECK_FALSE(queue.push(batch_of_one(9)));
}

TEST_CASE("a recycled batch is empty and used again") {
    BatchQueue queue(1);
    auto batch = batch_of_one(5);
    const Batch* const same = batch.get();
    queue.recycle(std::move(batch));
    const auto again = queue.take_empty();
    CHECK(again.get() == same);
    CHECK(again->empty());
    CHECK(again->watermark_ns == 0);
    CHECK(queue.take_empty() != nullptr);
}

TEST_CASE("push waits while the queue is full") {
    BatchQueue queue(2 * one_record);
    REQUIRE(queue.push(batch_of_one(0)));
    REQUIRE(queue.push(batch_of_one(1)));
    std::atomic<bool> pushed = false;
    std::thread reader([&] {
        queue.push(batch_of_one(2));
        pushed = true;
    });
    give_time();
    CHECK_FALSE(pushed);
    CHECK(queue.pop()->watermark_ns == 0);
    reader.join();
    CHECK(pushed);
    CHECK(queue.pop()->watermark_ns == 1);
    CHECK(queue.pop()->watermark_ns == 2);
}

TEST_CASE("a batch larger than the bound passes an empty queue") {
    BatchQueue queue(1);
    REQUIRE(queue.push(batch_of_one(4)));
    CHECK(queue.pop()->watermark_ns == 4);
}

TEST_CASE("close wakes a reader that waits for room") {
    BatchQueue queue(1);
    REQUIRE(queue.push(batch_of_one(0)));
    bool pushed = true;
    std::thread reader([&] { pushed = queue.push(batch_of_one(1)); });
    give_time();
    queue.close();
    reader.join();
    CHECK_FALSE(pushed);
}

TEST_CASE("close wakes an analysis that waits for a batch") {
    BatchQueue queue(1);
    std::unique_ptr<Batch> got = std::make_unique<Batch>();
    std::thread analysis([&] { got = queue.pop(); });
    give_time();
    queue.close();
    analysis.join();
    CHECK(got == nullptr);
}
