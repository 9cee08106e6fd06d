// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/throttle.h"

#include "tests/catch.h"
#include "tests/records.h"

using namespace wbtrace;

namespace {

struct ThrottleFixture {
    analysis::Context context{.jiffies_per_second = 250, .bdi_names = {{"8:0", "sda"}}};
    std::unique_ptr<analysis::Aggregator> aggregator = analysis::make_throttle(context);

    template <typename Record>
    void see(const Record& record) {
        static_cast<events::Sink&>(*aggregator).on(record);
    }
    [[nodiscard]] model::ThrottleFigures figures() const {
        model::Snapshot snapshot;
        aggregator->fill(snapshot);
        REQUIRE(snapshot.throttle.has_value());
        return *snapshot.throttle;
    }
};

}  // namespace

TEST_CASE("waits add up by process, device and scope") {
    ThrottleFixture fixture;
    auto record = tests::dirty_throttled(1000);
    record.in_scope = 1;
    for (int i = 0; i < 101; ++i) fixture.see(record);
    record.in_scope = 0;
    record.tgid = 8;
    record.pause_jiffies = 50;
    for (int i = 0; i < 7; ++i) fixture.see(record);

    const auto figures = fixture.figures();
    CHECK(figures.pause_hist_ns.count() == 108);
    CHECK(figures.pause_hist_ns.sum() == (101 + 350) * 4'000'000ULL);
    CHECK(figures.scope_pause_hist_ns.count() == 101);
    CHECK(figures.scope_pause_hist_ns.sum() == 101 * 4'000'000ULL);
    REQUIRE(figures.by_process.size() == 2);
    CHECK(figures.by_process[0].tgid == 8);
    CHECK_FALSE(figures.by_process[0].in_scope);
    CHECK(figures.by_process[1].tgid == 7);
    CHECK(figures.by_process[1].in_scope);
    REQUIRE(figures.by_device.size() == 1);
    CHECK(figures.by_device[0].name == "sda");
    CHECK(figures.by_device[0].pause_ns.count() == 108);
    CHECK(figures.by_device[0].limit_global == 108);
    CHECK(figures.limit_global == 108);
    CHECK(figures.limit_device + figures.limit_memcg == 0);
}

TEST_CASE("a pause of no or less than no time is not a wait") {
    ThrottleFixture fixture;
    auto record = tests::dirty_throttled(1000);
    for (const std::int64_t jiffies : {std::int64_t{0}, std::int64_t{-5}, INT64_MIN}) {
        record.pause_jiffies = jiffies;
        fixture.see(record);
    }
    CHECK(fixture.figures().pause_hist_ns.empty());
    CHECK(fixture.figures().by_process.empty());
    CHECK_FALSE(fixture.figures().last.has_value());
}

TEST_CASE("an absurd pause saturates") {
    ThrottleFixture fixture;
    auto record = tests::dirty_throttled(1000);
    record.pause_jiffies = INT64_MAX;
    fixture.see(record);
    CHECK(fixture.figures().pause_hist_ns.max() == UINT64_MAX);
}

TEST_CASE("the last wait gives the dirty state and the name") {
    ThrottleFixture fixture;
    fixture.see(tests::dirty_throttled(1000));
    auto record = tests::dirty_throttled(2000);
    record.dirty = 42;
    record.bg_thresh = 43;
    record.thresh = 44;
    tests::set_text(record.comm, "0123456789abcdef");  // fills the field, no NUL
    fixture.see(record);
    const auto figures = fixture.figures();
    REQUIRE(figures.last.has_value());
    CHECK(figures.last->dirty_pages == 42);
    CHECK(figures.last->background_thresh_pages == 43);
    CHECK(figures.last->thresh_pages == 44);
    CHECK(figures.by_process[0].comm == "0123456789abcdef");
    CHECK(figures.limit_device == 1);
}

TEST_CASE("what children waited for after the command is told apart") {
    ThrottleFixture fixture;
    auto record = tests::dirty_throttled(1000);
    record.in_scope = 1;
    fixture.see(record);
    record.after_command = 1;
    record.pause_jiffies = 5;
    fixture.see(record);
    record.in_scope = 0;
    fixture.see(record);
    CHECK(fixture.figures().scope_pause_after_end_ns == 20'000'000);
}

TEST_CASE("devices without a name keep what is known of them") {
    ThrottleFixture fixture;
    auto record = tests::dirty_throttled(1000);
    tests::set_text(record.bdi_name, "btrfs-1");
    record.dev = 0;
    fixture.see(record);
    tests::set_text(record.bdi_name, "");
    record.dev = (259U << 20) + 3;
    fixture.see(record);
    record.dev = 0;
    fixture.see(record);
    tests::set_text(record.bdi_name, "a name longer than the field has room for");
    fixture.see(record);
    std::vector<std::string> names;
    for (const auto& device : fixture.figures().by_device) names.push_back(device.name);
    CHECK(names ==
          std::vector<std::string>{"259:3", "a name longer than the f", "btrfs-1", "unknown"});
}

TEST_CASE("rate limits are the last ones, in bytes") {
    ThrottleFixture fixture;
    auto record = tests::record_at<wb_ratelimit_updated>(WB_EVENT_RATELIMIT_UPDATED, 1000);
    record.dev = 8U << 20;
    tests::set_text(record.bdi_name, "8:0");
    for (std::uint64_t i = 1; i <= 11; ++i) {
        record.write_bandwidth = 100 * i;
        record.avg_write_bandwidth = 10 * i;
        record.dirty_ratelimit = 2 * i;
        record.task_ratelimit = UINT64_MAX;
        fixture.see(record);
    }
    const auto limits = fixture.figures().ratelimits;
    REQUIRE(limits.size() == 1);
    CHECK(limits[0].name == "sda");
    CHECK(limits[0].updates == 11);
    CHECK(limits[0].write_bandwidth == 1100 * 4096);
    CHECK(limits[0].avg_write_bandwidth == 110 * 4096);
    CHECK(limits[0].dirty_ratelimit == 22 * 4096);
    CHECK(limits[0].task_ratelimit == UINT64_MAX);
}

TEST_CASE("without the length of a jiffy there are no figures, but a reason") {
    ThrottleFixture fixture;
    fixture.context.jiffies_per_second = 0;
    fixture.see(tests::dirty_throttled(1000));
    model::Snapshot snapshot;
    fixture.aggregator->fill(snapshot);
    CHECK_FALSE(snapshot.throttle.has_value());
    CHECK(snapshot.capture.unavailable.count("throttle") == 1);
}

TEST_CASE("tasks are asleep until their pause is over") {
    ThrottleFixture fixture;
    auto record = tests::dirty_throttled(1'000'000'000);
    record.pause_jiffies = 25;  // 100 ms
    for (const std::uint32_t pid : {7U, 8U, 8U, 9U}) {
        record.pid = pid;
        fixture.see(record);
    }
    const auto asleep = [&fixture](std::uint64_t cut_ns) {
        model::Snapshot snapshot;
        fixture.context.cut_ns = cut_ns;
        fixture.aggregator->fill_until(cut_ns, snapshot);
        return snapshot.throttle->throttled_now.value();
    };
    CHECK(asleep(1'050'000'000) == 3);
    CHECK(fixture.figures().throttled_now == 3);  // at the end as at a cut
    CHECK(asleep(1'100'000'000) == 0);
    fixture.context.cut_ns = 0;
    CHECK_FALSE(fixture.figures().throttled_now.has_value());
}

TEST_CASE("of more sleeping tasks than are remembered the number is not told") {
    ThrottleFixture fixture;
    auto record = tests::dirty_throttled(1'000'000'000);
    record.pause_jiffies = 25;  // 100 ms
    for (std::uint32_t pid = 1; pid <= 70'000; ++pid) {
        record.pid = pid;
        fixture.see(record);
    }
    model::Snapshot then, later;
    fixture.context.cut_ns = 1'050'000'000;
    fixture.aggregator->fill_until(1'050'000'000, then);
    CHECK_FALSE(then.throttle->throttled_now.has_value());
    fixture.context.cut_ns = 1'100'000'000;
    fixture.aggregator->fill_until(1'100'000'000, later);
    CHECK(later.throttle->throttled_now == 0);
}

TEST_CASE("the processes that are told apart are bounded, and their sum is exact") {
    ThrottleFixture fixture;
    auto record = tests::dirty_throttled(1000);
    for (std::uint32_t tgid = 1; tgid <= 20'000; ++tgid) {
        record.tgid = record.pid = tgid;
        fixture.see(record);
    }
    const auto figures = fixture.figures();
    CHECK(figures.by_process.size() <= 8193);
    std::uint64_t sum_ns = 0;
    for (const auto& process : figures.by_process) sum_ns += process.pause_ns.sum();
    CHECK(sum_ns == 20'000 * 4'000'000ULL);
}
