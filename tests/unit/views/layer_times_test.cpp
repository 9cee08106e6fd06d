// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "views/layer_times.h"

#include "tests/catch.h"
#include "tests/unit/views/shown_text.h"
#include "views/text_report.h"

using namespace wbtrace;
using model::Op;

using wbtrace::tests::has;

namespace {

model::DeviceFigures device(std::string name, std::string dev, std::uint64_t took_ns) {
    model::DeviceFigures figures;
    figures.name = std::move(name);
    figures.dev = std::move(dev);
    auto& write = figures.by_op[static_cast<std::size_t>(Op::write)];
    write.totals.requests = 1;
    write.totals.bytes = 4096;
    write.q2c_ns.record(took_ns);
    return figures;
}

model::DeviceFigures upper(std::string name, std::vector<model::LayerShare> beneath) {
    auto figures = device(std::move(name), "253:0", 100);
    figures.leaf = false;
    auto& time = figures.layer_time.emplace();
    time.own_ns.record(10);
    time.beneath = std::move(beneath);
    return figures;
}

model::Snapshot media(unsigned count) {
    model::Snapshot snapshot;
    for (unsigned i = 1; i <= count; ++i) {
        auto medium = device("loop0 (" + std::to_string(i) + ")", "7:0", 100);
        medium.leaf = false;
        medium.layer = 1;
        snapshot.devices.push_back(medium);
    }
    return snapshot;
}

}  // namespace

TEST_CASE("own times are those in the time of the top of the stack") {
    model::Snapshot snapshot;
    snapshot.devices = {upper("dm-0", {{2, "md0", 30}, {3, "sda", 60}}),
                        upper("md0", {{3, "sda", 77}}), device("sda", "8:0", 500),
                        device("sdb", "8:16", 400), device("loop0", "7:0", 300)};
    snapshot.devices.back().leaf = false;
    const auto own = [&](std::size_t row) {
        return views::own_time_ns(snapshot, snapshot.devices[row]);
    };
    CHECK(own(0) == 10);
    CHECK(own(1) == 30);
    CHECK(own(2) == 60);
    CHECK(own(3) == 400);  // beneath nothing: all its time
    CHECK_FALSE(own(4));   // on a file: nobody tells
    REQUIRE(views::divided_tops(snapshot).size() == 1);
    CHECK(views::divided_tops(snapshot)[0]->name == "dm-0");
}

TEST_CASE("a device beneath two stacks has its part in both") {
    model::Snapshot snapshot;
    snapshot.devices = {upper("dm-0", {{3, "sda", 60}}), upper("dm-1", {{3, "sda", 7}}),
                        device("sda", "8:0", 500)};
    CHECK(views::own_time_ns(snapshot, snapshot.devices[2]) == 67);
}

TEST_CASE("many media of one number are one row, a few or with -v each its own") {
    CHECK(has(views::text_report(media(4), {}), "loop0 (4)"));
    const auto folded = views::text_report(media(5), {});
    CHECK(has(folded, "loop0, 5 media"));
    CHECK_FALSE(has(folded, "loop0 (4)"));
    views::TextOptions verbose;
    verbose.verbose = true;
    CHECK(has(views::text_report(media(5), verbose), "loop0 (5)"));
}
