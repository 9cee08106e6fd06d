// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/amplification.h"

#include "tests/catch.h"

using namespace wbtrace;

namespace {

constexpr auto write_index = static_cast<std::size_t>(model::Op::write);

model::DeviceFigures disk(std::string name, std::uint64_t of_command) {
    model::DeviceFigures device;
    device.name = std::move(name);
    device.leaf = true;
    device.scope.while_running[write_index].bytes = of_command;
    return device;
}

model::DeviceFigures upper(std::string name, std::uint64_t of_command) {
    auto device = disk(std::move(name), of_command);
    device.leaf = false;
    device.parents = {"sda"};
    return device;
}

model::Snapshot of_command(std::vector<model::DeviceFigures> devices) {
    model::Snapshot snapshot;
    snapshot.run.emplace();
    snapshot.devices = std::move(devices);
    return snapshot;
}

}  // namespace

TEST_CASE("a loop device of others does not hide what the command wrote to the disk", "[budget]") {
    const auto bytes = analysis::amplification_of(of_command({upper("lp", 0), disk("sda", 100)}));
    CHECK(bytes.top_bytes == 100);
    CHECK(bytes.leaf_bytes == 100);
}

TEST_CASE("above a loop device the medium is not known", "[budget]") {
    const auto bytes = analysis::amplification_of(of_command({upper("loop3", 70), disk("sda", 5)}));
    CHECK(bytes.top_bytes == 75);
    CHECK(!bytes.leaf_bytes);
}

TEST_CASE("what a loop device hands on uncopied was written once", "[budget]") {
    auto beneath = disk("sda", 75);
    beneath.scope_comes_again = 70;
    const auto bytes = analysis::amplification_of(of_command({upper("loop3", 70), beneath}));
    CHECK(bytes.top_bytes == 75);
    CHECK(!bytes.leaf_bytes);
}

TEST_CASE("members of an array are beneath it", "[budget]") {
    auto array = upper("md0", 70);
    array.layer_time.emplace();
    const auto bytes = analysis::amplification_of(of_command({array, disk("sda", 80)}));
    CHECK(bytes.top_bytes == 70);
    CHECK(bytes.leaf_bytes == 80);
}

TEST_CASE("of the journal and of metadata only what was written counts", "[budget]") {
    auto disk_with_kinds = disk("sda", 100);
    disk_with_kinds.by_kind = {{{4, 23}, model::RequestKind::metadata, "ext4", 21},
                               {{2, 9}, model::RequestKind::metadata, "xfs", 0},
                               {{1, 8}, model::RequestKind::journal, "ext4", 8}};
    const auto bytes = analysis::amplification_of(of_command({disk_with_kinds}));
    CHECK(bytes.metadata_bytes == 21);
    CHECK(bytes.journal_bytes == 8);
}
