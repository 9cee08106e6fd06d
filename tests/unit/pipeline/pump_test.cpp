// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "pipeline/pump.h"

#include <signal.h>

#include <algorithm>
#include <stdexcept>

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
