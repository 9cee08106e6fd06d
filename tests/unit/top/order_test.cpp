// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "top/order.h"

#include "tests/catch.h"
#include "tests/unit/top/pages.h"

using namespace wbtrace;
using namespace wbtrace::top;

namespace {

std::string names(const Watched& watched) {
    std::string all;
    for (const auto& [row, depth] : rows_in_order(watched.history, watched.state))
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
    const auto& row = *rows_in_order(watched.history, watched.state).front().row;
    CHECK(row.ended);
    CHECK_FALSE(row.values[1].number.has_value());
    watched.see({{"b", 800}});
    CHECK(names(watched) == "b");
}

TEST_CASE("a crowd of rows that ended stands behind those that go on") {
    Watched watched;
    watched.see({{"a", 9}, {"b", 8}, {"c", 7}, {"d", 6}, {"e", 5}, {"y", 2}, {"z", 1}});
    watched.see({{"e", 5}, {"y", 2}, {"z", 1}});  // four: they fade where they were
    CHECK(names(watched) == "abcdeyz");
    watched.see({{"f", 9}, {"g", 9}, {"h", 9}, {"i", 9}, {"j", 9}, {"y", 2}, {"z", 1}});
    watched.see({{"y", 2}, {"z", 1}});
    CHECK(names(watched) == "yzfghij");
    watched.state.here().reversed = true;
    CHECK(names(watched) == "zyjihgf");
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
