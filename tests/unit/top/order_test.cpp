// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "top/order.h"

#include "tests/catch.h"
#include "tests/unit/top/pages.h"

using namespace wbtrace;
using namespace wbtrace::top;

namespace {

std::string names(const Watched& watched, std::size_t room = 10) {
    std::string all;
    for (const auto& [row, depth] : rows_in_order(watched.history, watched.state, room))
        all += std::string(depth, '+') + row->name;
    return all;
}

model::DeviceFigures device(const std::string& name, std::vector<std::string> parents,
                            std::uint64_t busy_ns) {
    model::DeviceFigures figures;
    figures.name = figures.dev = name;
    figures.slot = static_cast<std::uint32_t>(name.front());
    figures.parents = std::move(parents);
    figures.leaf = figures.parents.empty();
    figures.busy_ns = busy_ns;
    figures.bios.queued = 1;
    return figures;
}

}  // namespace

TEST_CASE("the order follows a smoothed figure") {
    Watched watched;
    watched.see({{"a", 900}, {"b", 800}});
    CHECK(names(watched) == "ab");
    // One interval with less does not move a row that had much more before.
    watched.see({{"a", 500}, {"b", 600}});
    CHECK(names(watched) == "ab");
    watched.see({{"a", 500}, {"b", 900}});
    CHECK(names(watched) == "ba");
}

TEST_CASE("a row that ended stays for one interval") {
    Watched watched;
    watched.see({{"a", 900}, {"b", 800}});
    watched.see({{"b", 800}});
    CHECK(names(watched) == "ab");
    const auto& row = *rows_in_order(watched.history, watched.state, 10).front().row;
    CHECK(row.ended);
    CHECK_FALSE(row.values[1].number.has_value());
    watched.see({{"b", 800}});
    CHECK(names(watched) == "b");
}

TEST_CASE("a row that ended pushes none that lives off the page") {
    Watched watched;
    watched.see({{"a", 9}, {"b", 8}, {"c", 7}, {"y", 2}, {"z", 1}});
    watched.see({{"b", 8}, {"y", 2}, {"z", 1}});
    CHECK(names(watched, 5) == "abcyz");  // all fit: they fade where they were
    CHECK(names(watched, 4) == "byzac");
    CHECK(names(watched, 3) == "byzac");
    watched.state.here().reversed = true;
    CHECK(names(watched, 4) == "zybca");
    watched.state.here().reversed = false;
    watched.state.most_rows = 3;
    CHECK(names(watched, 5) == "byzac");
    watched.state.here().filter = "a";
    CHECK(names(watched, 5) == "a");
}

TEST_CASE("a device that ended beneath another one pushes none off either") {
    model::Snapshot snapshot = second_of(1, {});
    snapshot.devices = {device("m", {"y"}, 9), device("y", {}, 4), device("z", {}, 3)};
    for (auto& one : snapshot.devices) one.by_op[1].totals.requests = 10;
    Watched watched;
    watched.state.pane = Pane::devices;
    watched.history.advance({snapshot, snapshot});
    CHECK(names(watched) == "m+yz");
    Watched without_lower = watched;
    auto next = snapshot;
    next.devices.erase(next.devices.begin() + 1);
    without_lower.history.advance({next, next});
    CHECK(names(without_lower, 2) == "mzy");
    next = snapshot;
    next.devices.erase(next.devices.begin());
    watched.history.advance({next, next});
    CHECK(names(watched, 2) == "yzm");
}

TEST_CASE("the order can be reversed, and names can be left out") {
    Watched watched;
    watched.see({{"a", 1}, {"b", 2}, {"c", 3}});
    watched.state.here().reversed = true;
    CHECK(names(watched) == "abc");
    watched.state.here().filter = "B";
    CHECK(names(watched) == "b");
}

TEST_CASE("devices stand under what lies on them, and layers are not added") {
    model::Snapshot snapshot = second_of(1, {});
    snapshot.devices = {device("x", {}, 1), device("m", {"y", "z"}, 2), device("y", {}, 3),
                        device("z", {}, 4)};
    for (auto& one : snapshot.devices) one.by_op[1].totals.requests = 10;
    Watched watched;
    watched.state.pane = Pane::devices;
    watched.history.advance({snapshot, snapshot});
    CHECK(names(watched) == "m+z+yx");
    CHECK(sums(watched.history.table(Pane::devices))[1].number == 30);
}

TEST_CASE("devices that lie on each other in a circle end") {
    model::Snapshot snapshot = second_of(1, {});
    snapshot.devices = {device("a", {"b"}, 1), device("b", {"a"}, 2), device("c", {"c"}, 3)};
    Watched watched;
    watched.state.pane = Pane::devices;
    watched.history.advance({snapshot, snapshot});
    CHECK(names(watched).empty());  // nobody stands on top
}
