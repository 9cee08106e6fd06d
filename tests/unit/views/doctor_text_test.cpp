// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "views/doctor_text.h"

#include <sstream>

#include "base/printable.h"
#include "tests/catch.h"
#include "tests/unit/views/shown_text.h"

namespace model = wbtrace::model;
using model::FactGroup;
using model::FactLevel;
using wbtrace::views::doctor_text;

using wbtrace::tests::has;

namespace {

model::DoctorReport healthy() {
    model::DoctorReport report;
    report.host = {.kernel = "6.1.0-1",
                   .machine = "x86_64",
                   .cpus = 2,
                   .memory_bytes = std::uint64_t{1} << 30,
                   .page_bytes = 4096,
                   .vm_dirty = {{"dirty_ratio", 20}}};
    report.facts = {{FactGroup::kernel, "BTF", FactLevel::ok, "readable", ""},
                    {FactGroup::privileges, "capabilities", FactLevel::ok, "CAP_SYS_ADMIN", ""}};
    for (int i = 0; i < 29; ++i)
        report.probes.push_back({"writeback_tracepoint_" + std::to_string(i), true, "", "x"});
    model::DeviceIdentity disk;
    disk.name = "sda";
    disk.queue.scheduler = "mq-deadline";
    disk.queue.write_cache = "write back";
    disk.queue.nr_requests = 256;
    disk.queue.nomerges = 1;
    report.devices = {disk};
    report.run_mode_works = true;
    return report;
}

std::size_t at(const std::string& text, const std::string& part) {
    INFO("looking for " << part << " in\n" << text);
    REQUIRE(has(text, part));
    return text.find(part);
}

void check_narrow(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        INFO(line);
        CHECK(wbtrace::display_width(line) <= 80);
    }
}

}  // namespace

TEST_CASE("a healthy machine: sections in order, the verdict last") {
    const auto text = doctor_text(healthy());
    CHECK(at(text, "6.1.0-1 x86_64") < at(text, "dirty_ratio 20"));
    CHECK(at(text, "BTF") < at(text, "capabilities and limits"));
    CHECK(at(text, "CAP_SYS_ADMIN") < at(text, "probes: all 29 available"));
    CHECK(at(text, "writeback_tracepoint_28") < at(text, "block devices"));
    CHECK_FALSE(has(text, "remedies"));
    CHECK_FALSE(has(text, "BAD"));
    CHECK(text.ends_with("run mode works here\n"));
    check_narrow(text);
}

TEST_CASE("a missing probe says why and what it costs") {
    auto report = healthy();
    report.probes[3] = {"block_rq_error", false, "not in this kernel", "errors per request"};
    report.probes[4] = {"block_split", false, "", ""};
    const auto text = doctor_text(report);
    CHECK(has(text, "probes: 27 of 29 available"));
    CHECK(at(text, "block_rq_error") < at(text, "not in this kernel"));
    CHECK(at(text, "not in this kernel") < at(text, "errors per request"));
    CHECK(at(text, "block_split") < at(text, "not known"));
    report.probes.clear();
    CHECK(has(doctor_text(report), "probes: not tried"));
}

TEST_CASE("what is bad stands in the verdict and its remedy before it") {
    auto report = healthy();
    report.run_mode_works = false;
    CHECK(has(doctor_text(report), "run mode does not work here: probes it rests on"));
    report.facts[0] = {FactGroup::kernel, "BTF", FactLevel::bad, "absent", "build it"};
    const auto text = doctor_text(report);
    CHECK(at(text, "BAD") < at(text, "remedies"));
    CHECK(at(text, "build it") < at(text, "run mode does not work here: BTF"));
}

TEST_CASE("devices show their queue settings, a dash for what they do not have") {
    auto report = healthy();
    report.devices[0].queue.rotational = 0;
    model::DeviceIdentity upper;
    upper.name = "md0";
    upper.bio_based = true;
    upper.parents = {"sda", "sdb"};
    report.devices.push_back(upper);
    report.empty_devices = 8;
    const auto text = doctor_text(report);
    const auto row = [&](const std::string& name) {
        std::istringstream line(text.substr(at(text, "\n  " + name + " ") + 1));
        std::string cells, cell;
        for (int i = 0; i < 10 && line >> cell; ++i) cells += cell + " ";
        return cells;
    };
    CHECK(row("sda") == "sda - mq-deadline back simple 256 - - 0 - ");
    CHECK(row("md0") == "md0 sda,sdb (bio-based) - - - - - - - ");
    CHECK(has(text, "not listed: 8 devices without a medium"));
    check_narrow(text);
    report.devices.clear();
    CHECK(has(doctor_text(report), "block devices: none"));
}

TEST_CASE("names from elsewhere cannot deceive, long ones stay on the page") {
    auto report = healthy();
    report.devices[0].name = "sd\x1b[31m\n";
    report.facts[0].value = "\x9b bad " + std::string(300, 'w');
    report.facts[0].remedy = "\xff";
    report.probes[0] = {"t\r", false, "w\x07", "c\x7f"};
    const auto text = doctor_text(report);
    for (const char c : text) CHECK((c == '\n' || (c >= ' ' && c != '\x7f') || (c & 0x80)));
    CHECK(has(text, "sd\\x1b[31m\\x0a"));
    check_narrow(text);
    report.devices[0].parents = {std::string(200, 'p')};
    check_narrow(doctor_text(report));
}

TEST_CASE("colour is used only when asked for") {
    CHECK_FALSE(has(doctor_text(healthy()), "\x1b"));
    CHECK(has(doctor_text(healthy(), true), "\x1b[1mkernel"));
}

TEST_CASE("probes that fail alike are told together") {
    auto report = healthy();
    report.probes.push_back({"fentry/fsync", false, "cannot be attached", "fsync and its like"});
    report.probes.push_back({"fexit/fsync", false, "cannot be attached", "fsync and its like"});
    report.probes.push_back({"other", false, "cannot be attached", "something else"});
    const auto text = doctor_text(report);
    CHECK(at(text, "\n  fentry/fsync fexit/fsync\n    why") < at(text, "\n  other\n"));
    check_narrow(text);
}
