// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "pipeline/pump.h"

#include <signal.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

#include "tests/catch.h"
#include "tests/records.h"

using namespace wbtrace;
using pipeline::Pump;

namespace {

struct Recorder final : events::Sink {
    using events::Sink::on;
    void on(const wb_request_done& record) override { times.push_back(record.header.time_ns); }
    std::vector<std::uint64_t> times;
};

struct Thrower final : events::Sink {
    using events::Sink::on;
    void on(const wb_request_done&) override { throw std::runtime_error("no more room"); }
};

template <typename Record>
void send(Pump& pump, const Record& record, std::uint64_t watermark_ns) {
    auto batch = pump.queue().take_empty();
    batch->append(tests::bytes_of(record));
    batch->watermark_ns = watermark_ns;
    pump.queue().push(std::move(batch));
}

/// Sends batches without records, as the reader of quiet rings does.
class Reader {
public:
    Reader(Pump& pump, std::uint64_t watermark_ns)
        : thread_([this, &pump, watermark_ns] {
              while (!stop_) {
                  auto batch = pump.queue().take_empty();
                  batch->watermark_ns = watermark_ns;
                  pump.queue().push(std::move(batch));
                  std::this_thread::sleep_for(std::chrono::milliseconds(1));
              }
          }) {}
    ~Reader() {
        stop_ = true;
        thread_.join();
    }

private:
    std::atomic<bool> stop_ = false;
    std::thread thread_;
};

std::unique_ptr<Pump> started(std::vector<events::Sink*> sinks, pipeline::PumpLimits limits = {}) {
    auto pump = Pump::start(std::move(sinks), limits);
    REQUIRE(pump.has_value());
    return std::move(*pump);
}

}  // namespace

TEST_CASE("every sink sees every record, in order of time") {
    Recorder one, two;
    const auto pump = started({&one, &two});
    for (std::uint64_t i = 0; i < 10007; ++i) {
        const std::uint64_t swapped = i % 2 == 0 ? i + 1 : i - 1;
        send(*pump, tests::request_done(1000 + 10 * swapped), 1000 + 10 * i - 20);
    }
    const auto counts = pump->finish();
    REQUIRE(counts.has_value());
    CHECK(counts->records == 10007);
    CHECK(counts->late == 0);
    CHECK(one.times.size() == 10007);
    CHECK(std::is_sorted(one.times.begin(), one.times.end()));
    CHECK(one.times == two.times);
}

TEST_CASE("what cannot be read is counted, not shown") {
    Recorder sink;
    const auto pump = started({&sink});
    auto unknown = tests::request_done(1000);
    unknown.header.kind = 999;
    auto malformed = tests::request_done(1000);
    malformed.header.size = 500;
    for (int i = 0; i < 3; ++i) send(*pump, unknown, 0);
    for (int i = 0; i < 5; ++i) send(*pump, malformed, 0);
    for (int i = 0; i < 7; ++i) send(*pump, std::uint64_t{0}, 0);
    send(*pump, tests::request_done(2000), 0);
    const auto counts = pump->finish();
    REQUIRE(counts.has_value());
    CHECK(counts->records == 16);
    CHECK(counts->unknown == 3);
    CHECK(counts->malformed == 12);
    CHECK(sink.times == std::vector<std::uint64_t>{2000});
}

TEST_CASE("a record behind the watermark is shown and counted as late") {
    Recorder sink;
    const auto pump = started({&sink});
    send(*pump, tests::request_done(2000), 3000);
    send(*pump, tests::request_done(1000), 3000);
    const auto counts = pump->finish();
    REQUIRE(counts.has_value());
    CHECK(counts->late == 1);
    CHECK(sink.times == std::vector<std::uint64_t>{2000, 1000});
}

TEST_CASE("a sink that throws is reported, and the reader is not blocked") {
    Thrower thrower;
    const auto pump = started({&thrower}, {.queue_bytes = 1, .window_bytes = 1});
    for (std::uint64_t i = 0; i < 101; ++i) send(*pump, tests::request_done(1000 + i), 5000);
    const auto counts = pump->finish();
    REQUIRE_FALSE(counts.has_value());
    CHECK(counts.error().what.find("no more room") != std::string::npos);
}

TEST_CASE("a sink that throws at the last flush is reported too") {
    Thrower thrower;
    const auto pump = started({&thrower});
    send(*pump, tests::request_done(1000), 0);
    CHECK_FALSE(pump->finish().has_value());
}

TEST_CASE("finish without records, twice, and a pump that is only dropped") {
    Recorder sink;
    const auto pump = started({&sink});
    CHECK(pump->finish()->records == 0);
    CHECK(pump->finish()->records == 0);
    started({});
}

TEST_CASE("starting the thread leaves the caller's signals alone") {
    sigset_t before, after;
    pthread_sigmask(SIG_SETMASK, nullptr, &before);
    const auto pump = started({});
    pthread_sigmask(SIG_SETMASK, nullptr, &after);
    for (int signal = 1; signal < SIGRTMIN; ++signal)
        CHECK(sigismember(&before, signal) == sigismember(&after, signal));
}

TEST_CASE("an inspection sees what was stamped before its cut and nothing else") {
    Recorder sink;
    const auto pump = started({&sink});
    for (std::uint64_t i = 0; i < 1009; ++i)
        send(*pump, tests::request_done(1000 + 10 * (i ^ 1)), 0);
    std::vector<std::uint64_t> seen;
    std::uint64_t counted = 0;
    {
        const Reader reader(*pump, 6'000);
        REQUIRE(pump->inspect(6'000, [&](const pipeline::PumpCounts& counts) {
            seen = sink.times;
            counted = counts.records;
        }));
    }
    CHECK(counted == 500);
    REQUIRE(seen.size() == 500);
    CHECK(seen.back() == 5'990);
    const Reader reader(*pump, 20'000);
    REQUIRE(pump->inspect(9'000, [&](const auto& counts) { counted = counts.records; }));
    CHECK(counted >= 800);
}

TEST_CASE("an inspection comes between records that a batch brings together") {
    Recorder sink;
    const auto pump = started({&sink});
    std::size_t seen = 0;
    bool told = false;
    std::thread inspector([&] {
        const auto look = [&](const auto&) { seen = sink.times.size(); };
        told = pump->inspect(6'000, look).has_value();
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(200));  // it waits by now
    for (std::uint64_t i = 0; i < 1009; ++i) send(*pump, tests::request_done(1000 + 10 * i), 0);
    {
        const Reader reader(*pump, 20'000);
        inspector.join();
    }
    CHECK(told);
    CHECK(seen == 500);
    CHECK(pump->finish()->records == 1009);
}

TEST_CASE("an inspection of a failed analysis does not wait for ever") {
    Thrower thrower;
    const auto pump = started({&thrower});
    send(*pump, tests::request_done(1000), 2000);
    {
        const Reader reader(*pump, 4000);
        CHECK_FALSE(pump->inspect(3500, [](const auto&) {}).has_value());
    }
    CHECK_FALSE(pump->finish().has_value());
}
