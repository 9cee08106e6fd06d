// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/queue_depth.h"

#include <algorithm>
#include <random>
#include <vector>

#include "bpf/abi/probe_config.h"
#include "tests/catch.h"
#include "tests/records.h"

using namespace wbtrace;

namespace {

struct Stay {
    std::uint64_t issued_ns;
    std::uint64_t completed_ns;
    std::uint32_t slot = 0;
};

wb_request_done record_of(const Stay& stay) {
    auto record = tests::request_done(stay.completed_ns);
    record.issued_ns = stay.issued_ns;
    record.device_slot = stay.slot;
    return record;
}

struct QueueDepthFixture {
    analysis::Context context;
    std::unique_ptr<analysis::Aggregator> aggregator;

    QueueDepthFixture() : aggregator(analysis::make_queue_depth(context)) {}
    explicit QueueDepthFixture(std::size_t max_waiting)
        : aggregator(analysis::make_queue_depth(context, max_waiting)) {}

    void see(const Stay& stay) { static_cast<events::Sink&>(*aggregator).on(record_of(stay)); }
    void see(const std::vector<Stay>& stays) {
        for (const auto& stay : stays) see(stay);
    }
    [[nodiscard]] model::DeviceFigures figures(std::uint32_t slot = 0) const {
        model::Snapshot snapshot;
        aggregator->fill(snapshot);
        for (const auto& device : snapshot.devices)
            if (device.slot == slot) return device;
        return {};
    }
    [[nodiscard]] model::Histogram depths(std::uint32_t slot = 0) const {
        return figures(slot).queue_depth_requests;
    }
};

// The definition, pair by pair.
model::Histogram depths_by_definition(const std::vector<Stay>& stays, std::uint32_t slot) {
    model::Histogram depths;
    for (const auto& r : stays) {
        if (r.slot != slot) continue;
        depths.record(static_cast<std::uint64_t>(
            std::count_if(stays.begin(), stays.end(), [&](const auto& q) {
                return q.slot == slot && q.issued_ns <= r.issued_ns && r.issued_ns < q.completed_ns;
            })));
    }
    return depths;
}

std::vector<std::uint64_t> flat(const model::Histogram& depths) {
    std::vector<std::uint64_t> values = {depths.count(), depths.sum(), depths.min(), depths.max()};
    for (const auto& bucket : depths.buckets()) {
        values.push_back(bucket.ge);
        values.push_back(bucket.count);
    }
    return values;
}

// In order of completion but for `late_in_100`; short gaps make many ties.
std::vector<Stay> random_stays(std::uint64_t seed, std::size_t count, std::uint64_t gap_ns,
                               std::uint64_t longest_ns, std::uint64_t late_in_100) {
    std::mt19937_64 random(seed);
    std::vector<Stay> stays;
    std::uint64_t now_ns = 1'000'000;
    for (std::size_t i = 0; i < count; ++i) {
        now_ns += random() % (gap_ns + 1);
        const auto slot = static_cast<std::uint32_t>(random() % 10 < 7 ? 0 : random() % 3);
        stays.push_back({now_ns - 1 - random() % longest_ns, now_ns, slot});
    }
    for (std::size_t i = 5; i < count; ++i)
        if (random() % 100 < late_in_100) std::swap(stays[i], stays[i - 1 - random() % 5]);
    return stays;
}

}  // namespace

TEST_CASE("depth: a request alone in the driver has depth 1") {
    QueueDepthFixture fixture;
    for (std::uint64_t i = 1; i <= 1009; ++i) fixture.see({1000 * i, 1000 * i + 999});
    CHECK(flat(fixture.depths()) == std::vector<std::uint64_t>{1009, 1009, 1, 1, 1, 1009});
}

TEST_CASE("depth: who completes at the instant of an issue is gone, who is issued then is in") {
    QueueDepthFixture fixture;
    fixture.see({{100, 200}, {200, 300}, {200, 301}, {300, 400}});
    // 1; both of 200 see each other; 300 sees the one that ends at 301.
    CHECK(flat(fixture.depths()) == std::vector<std::uint64_t>{4, 7, 1, 2, 1, 1, 2, 3});
}

TEST_CASE("depth: a request is in it however the clocks disagree, but not without a stamp") {
    QueueDepthFixture fixture;
    fixture.see({{100, 100}, {205, 200}, {0, 300}, {300, 0}, {0, 0}, {1, 1}, {UINT64_MAX, 400}});
    CHECK(flat(fixture.depths()) == std::vector<std::uint64_t>{4, 4, 1, 1, 1, 4});
}

TEST_CASE("depth: slots that the kernel's table does not have are left out") {
    QueueDepthFixture fixture;
    fixture.see({{100, 200, WB_MAX_DEVICES}, {100, 200, UINT32_MAX}});
    model::Snapshot snapshot;
    fixture.aggregator->fill(snapshot);
    CHECK(snapshot.devices.empty());
}

TEST_CASE("depth: equals the definition, whatever the overlap, the ties and the room") {
    std::uint64_t seed = 0;
    for (const std::uint64_t gap_ns : {0U, 1U, 3U, 1000U}) {
        for (const std::uint64_t longest_ns : {1U, 40U, 20'000U}) {
            for (const std::uint64_t late_in_100 : {0U, 5U}) {
                const auto stays = random_stays(++seed, 1511, gap_ns, longest_ns, late_in_100);
                for (const std::size_t room : {701U, 1000U, 120'000U}) {
                    QueueDepthFixture fixture(room);
                    fixture.see(stays);
                    CAPTURE(gap_ns, longest_ns, late_in_100, room);
                    for (const std::uint32_t slot : {0U, 1U, 2U}) {
                        const auto figures = fixture.figures(slot);
                        const auto expected = depths_by_definition(stays, slot);
                        CHECK(figures.queue_depth_requests.count() == expected.count());
                        if (room > stays.size()) CHECK(figures.queue_depth_overtaken == 0);
                        if (figures.queue_depth_overtaken > 0) continue;
                        CHECK(flat(figures.queue_depth_requests) == flat(expected));
                    }
                }
            }
        }
    }
}

TEST_CASE("depth: little room is enough when nobody is very slow") {
    // Up to 20 requests in the driver, 100 wait.
    const auto stays = random_stays(77, 4001, 10, 100, 2);
    QueueDepthFixture fixture(100);
    fixture.see(stays);
    for (const std::uint32_t slot : {0U, 1U, 2U}) {
        CHECK(fixture.figures(slot).queue_depth_overtaken == 0);
        CHECK(flat(fixture.depths(slot)) == flat(depths_by_definition(stays, slot)));
    }
}

TEST_CASE("depth: a request that was overtaken by all who could wait is told") {
    QueueDepthFixture fixture(10);
    std::vector<Stay> stays;
    for (std::uint64_t i = 1; i <= 101; ++i) stays.push_back({100 * i, 100 * i + 50});
    stays.push_back({150, 10'160});
    for (std::uint64_t i = 102; i <= 151; ++i) stays.push_back({100 * i, 100 * i + 50});
    fixture.see(stays);
    const auto figures = fixture.figures();
    CHECK(figures.queue_depth_overtaken == 1);
    CHECK(figures.queue_depth_requests.count() == 152);
    // It is seen by the few who still waited; those before are one too low.
    const auto exact = depths_by_definition(stays, 0).sum();
    CHECK(figures.queue_depth_requests.sum() < exact);
    CHECK(figures.queue_depth_requests.sum() >= exact - 101);
    CHECK(figures.queue_depth_requests.max() == 2);
    const auto deep = figures.queue_depth_requests.buckets().back();
    CHECK(deep.count > 1);
    CHECK(deep.count <= 11);
}

TEST_CASE("depth: those that came after all was counted are told, and not in depths to come") {
    QueueDepthFixture fixture(4);
    for (std::uint64_t i = 1; i <= 101; ++i) fixture.see({100 * i, 100 * i + 50});
    fixture.see({{110, 140}, {120, 130}, {20'000, 20'010}});
    CHECK(fixture.figures().queue_depth_overtaken == 2);
    // Each of the two beside the last one counted.
    CHECK(flat(fixture.depths()) == std::vector<std::uint64_t>{104, 106, 1, 2, 1, 102, 2, 2});
}

TEST_CASE("depth: a slow device next to a fast one is not hurried") {
    std::vector<Stay> stays;
    // Each of the slow one is in the driver while 1000 of the fast one pass.
    for (std::uint64_t i = 1; i <= 20'011; ++i) {
        stays.push_back({100 * i, 100 * i + 50, 0});
        if (i % 1000 == 0) {
            stays.push_back({100 * i - 90'001, 100 * i + 60, 1});
            stays.push_back({100 * i - 90'010, 100 * i + 61, 1});
        }
    }
    QueueDepthFixture fixture(200);
    fixture.see(stays);
    CHECK(fixture.figures(0).queue_depth_overtaken == 0);
    CHECK(fixture.figures(1).queue_depth_overtaken == 0);
    CHECK(flat(fixture.depths(1)) == std::vector<std::uint64_t>{40, 60, 1, 2, 1, 20, 2, 20});
}

TEST_CASE("depth: filling does not count what waits, and more may come") {
    QueueDepthFixture fixture;
    fixture.see({200, 300});
    CHECK(fixture.depths().sum() == 1);
    CHECK(fixture.depths().sum() == 1);
    fixture.see({100, 400});
    CHECK(fixture.depths().sum() == 3);
    CHECK(fixture.figures().queue_depth_overtaken == 0);
}
