// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/layers.h"

#include "bpf/abi/probe_config.h"
#include "tests/catch.h"
#include "tests/records.h"

using namespace wbtrace;

namespace {

// A device of the made-up stacks: its slot and its number are one.
constexpr std::uint32_t volume = 1, array = 2, disk_a = 3, disk_b = 4;

struct Stack {
    analysis::Context context{
        .device_names = {{volume, "dm-0"}, {array, "md0"}, {disk_a, "sda"}, {disk_b, "sdb"}}};
    std::unique_ptr<analysis::Aggregator> aggregator = analysis::make_layers(context, 1000);

    void remap(std::uint64_t time_ns, std::uint32_t upper, std::uint64_t upper_sector,
               std::uint32_t lower, std::uint64_t lower_sector, std::uint32_t bytes = 4096) {
        auto record = tests::record_at<wb_bio_remapped>(WB_EVENT_BIO_REMAPPED, time_ns);
        record.upper_dev = upper;
        record.upper_sector = upper_sector;
        record.lower_dev = lower;
        record.lower_sector = lower_sector;
        record.bytes = bytes;
        static_cast<events::Sink&>(*aggregator).on(record);
    }
    void done(std::uint64_t queued_ns, std::uint64_t time_ns, std::uint32_t dev,
              std::uint64_t sector, std::uint32_t bytes = 4096, std::uint32_t cmd_flags = 1) {
        auto record = tests::request_done(time_ns);
        record.queued_ns = record.issued_ns = queued_ns;
        record.dev = record.device_slot = dev;
        record.sector = sector;
        record.bytes = bytes;
        record.cmd_flags = cmd_flags;
        record.op = bytes == 0 ? WB_OP_FLUSH : WB_OP_WRITE;
        if (dev <= array) record.flags = WB_REQUEST_BIO_BASED;
        static_cast<events::Sink&>(*aggregator).on(record);
    }
    [[nodiscard]] model::LayerTime time_of(std::uint32_t slot) const {
        model::Snapshot snapshot;
        aggregator->fill(snapshot);
        for (const auto& device : snapshot.devices)
            if (device.slot == slot && device.layer_time) return *device.layer_time;
        return {};
    }
    [[nodiscard]] std::uint64_t beneath(std::uint32_t slot, const std::string& name) const {
        for (const auto& share : time_of(slot).beneath)
            if (share.device == name) return share.ns;
        return 0;
    }
};

}  // namespace

TEST_CASE("a write to two mirrors is divided, and the parts make the whole") {
    Stack stack;
    stack.remap(110, array, 64, disk_a, 2112);
    stack.remap(112, array, 64, disk_b, 2112);
    stack.done(120, 180, disk_a, 2112);
    stack.done(120, 190, disk_b, 2112);
    stack.done(100, 200, array, 64);
    const auto time = stack.time_of(array);
    CHECK(time.own_ns.count() == 1);
    CHECK(time.own_ns.sum() == 30);
    CHECK(stack.beneath(array, "sda") == 30);
    CHECK(stack.beneath(array, "sdb") == 40);
    CHECK(time.undivided == 0);
}

TEST_CASE("three layers: each has what passed in it alone") {
    Stack stack;
    stack.remap(105, volume, 0, array, 2048);
    stack.remap(110, array, 2048, disk_a, 4096);
    stack.done(120, 180, disk_a, 4096);
    stack.done(106, 190, array, 2048);
    stack.done(100, 200, volume, 0);
    CHECK(stack.time_of(volume).own_ns.sum() == 16);
    CHECK(stack.beneath(volume, "md0") == 24);
    CHECK(stack.beneath(volume, "sda") == 60);
    CHECK(stack.time_of(array).own_ns.sum() == 24);
}

TEST_CASE("bios merged into one request each have its time") {
    Stack stack;
    for (std::uint64_t i = 0; i < 3; ++i) stack.remap(110, array, i * 8, disk_a, 800 + i * 8);
    stack.done(150, 190, disk_a, 800, 3 * 4096);
    for (std::uint64_t i = 0; i < 3; ++i) stack.done(100, 200, array, i * 8);
    CHECK(stack.time_of(array).own_ns.sum() == 3 * 60);
    CHECK(stack.beneath(array, "sda") == 3 * 40);
}

TEST_CASE("a bio whose pieces go to other sectors is not divided with them") {
    Stack stack;
    stack.remap(110, array, 64, disk_a, 64);
    stack.done(120, 180, disk_a, 64);
    stack.done(100, 200, array, 8);
    stack.done(100, 210, array, 64);
    const auto time = stack.time_of(array);
    CHECK(time.undivided == 1);
    CHECK(time.undivided_ns == 100);
    CHECK(time.own_ns.sum() == 50);
}

TEST_CASE("a piece that is left over from a lost bio goes to none that was queued later") {
    Stack stack;
    stack.remap(10, array, 64, disk_a, 64);
    stack.done(20, 80, disk_a, 64);
    stack.remap(110, array, 64, disk_a, 64);
    stack.done(120, 180, disk_a, 64);
    stack.done(100, 200, array, 64);
    CHECK(stack.time_of(array).own_ns.count() == 1);
    CHECK(stack.time_of(array).own_ns.sum() == 40);
}

TEST_CASE("a bio that ends with its request, and is told before it, was beneath to its end") {
    Stack stack;
    stack.remap(5, array, 0, disk_a, 0);
    stack.done(6, 8, disk_a, 0);
    stack.done(4, 9, array, 0);
    stack.remap(110, array, 64, disk_a, 64);
    stack.done(100, 200, array, 64);
    stack.done(120, 201, disk_a, 64);
    CHECK(stack.beneath(array, "sda") == 2 + 90);
}

TEST_CASE("flushes that md sends on its own are taken for the bio that waits for one") {
    constexpr std::uint32_t preflush = 1 | 1U << 18;
    Stack stack;
    stack.remap(5, array, 0, disk_a, 0);
    stack.done(6, 8, disk_a, 0);
    stack.done(4, 9, array, 0);
    stack.done(20, 40, disk_a, UINT64_MAX, 0);  // before: not for it
    stack.done(110, 150, disk_a, UINT64_MAX, 0);
    stack.remap(160, array, 64, disk_a, 64);
    stack.done(160, 190, disk_a, 64);
    stack.done(100, 200, array, 64, 4096, preflush);
    CHECK(stack.beneath(array, "sda") == 2 + 40 + 30);
    CHECK(stack.time_of(array).own_ns.sum() == 3 + 30);
}

TEST_CASE("a flush that a mapping passes on is linked, one without a request is not") {
    Stack stack;
    stack.remap(105, volume, 0, array, 0, 0);
    stack.done(106, 150, array, 0, 0);
    stack.done(100, 160, volume, 0, 0);
    CHECK(stack.beneath(volume, "md0") == 44);
    CHECK(stack.time_of(volume).own_ns.sum() == 16);
    stack.remap(205, volume, 0, array, 0, 0);
    stack.done(200, 260, volume, 0, 0);
    CHECK(stack.time_of(volume).undivided == 1);
}

TEST_CASE("requests of devices that are not stacked are none of its business") {
    Stack stack;
    stack.done(100, 200, disk_a, 64);
    model::Snapshot snapshot;
    stack.aggregator->fill(snapshot);
    CHECK(snapshot.devices.empty());
}

TEST_CASE("pieces whose ends were lost are given up, the oldest first") {
    Stack stack;
    for (std::uint64_t i = 0; i < 3000; ++i) stack.remap(110, array, i * 8, disk_a, i * 8);
    stack.done(120, 180, disk_a, 0, 3000 * 4096);
    stack.done(100, 200, array, 0);
    stack.done(100, 200, array, 2999 * 8);
    CHECK(stack.time_of(array).undivided == 1);
    CHECK(stack.time_of(array).own_ns.count() == 1);
}
