// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/catch.h"
#include "tests/unit/exports/exported.h"

using namespace wbtrace;
using Json = nlohmann::json;

namespace {

constexpr const char* hostile_name = "a\",\n\xff=1";

void show_throttled(events::Sink& to) {
    auto record = tests::dirty_throttled(tests::recording_start_ns + 7);
    tests::set_text(record.comm, hostile_name);
    to.on(record);
}

std::vector<Json> lines_of(const std::string& text) {
    std::vector<Json> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(Json::parse(line));
    return lines;
}

}  // namespace

TEST_CASE("ndjson has a line for the trace, one for each record, and one for the end") {
    const auto lines = lines_of(tests::exported(exports::make_ndjson, show_throttled));
    REQUIRE(lines.size() == 3);
    CHECK(lines[0]["schema"] == "wbtrace.events/1");
    CHECK(lines[0]["started_at_monotonic_ns"] == tests::recording_start_ns);
    CHECK(lines[1]["kind"] == "dirty_throttled");
    CHECK(lines[1]["time_ns"] == 7);
    CHECK(lines[1]["bdi"] == "sda");
    CHECK(lines[1]["pause_ns"] == 4'000'000);
    CHECK(lines[1]["comm"] == "a\",\n\xef\xbf\xbd=1");
    CHECK(lines[1]["cgroup"].is_null());
    CHECK(lines[2]["lost"]["map_full"] == 2);
    CHECK(lines[2]["part"] == "cut");
}

TEST_CASE("what is not known is null, never 0") {
    const auto lines = lines_of(tests::exported(exports::make_ndjson, [](events::Sink& to) {
        auto record = tests::request_done(tests::recording_start_ns + 500);
        record.sector = UINT64_MAX;
        record.bios = WB_BIOS_MANY;
        record.flags = WB_REQUEST_BIO_BASED;
        to.on(record);
        to.on(tests::record_at<wb_task_exited>(WB_EVENT_TASK_EXITED, 0));
    }));
    for (const char* name : {"sector", "bios", "issued_ns", "inode", "file", "dirtier_tgid"})
        CHECK(lines.at(1).at(name).is_null());
    CHECK(lines.at(2).at("read_bytes").is_null());
}

TEST_CASE("names are learnt from records") {
    const auto start = tests::start_facts();
    exports::Names names(start, std::nullopt);
    exports::NameLearner learner(names);
    auto record = tests::record_at<wb_file_seen>(WB_EVENT_FILE_SEEN, 1);
    record.inode = 12;
    record.inode_dev = 8U << 20;
    const std::string path("f\0dir\0", 6);
    std::copy(path.begin(), path.end(), record.names);
    record.names_bytes = 6;
    learner.on(record);
    CHECK(names.file(8U << 20, 12, 0) == "/mnt\xff\n/dir/f");
    CHECK(names.file(8U << 20, 12, 1).empty());
    CHECK(names.device(8U << 20) == "sda");
    CHECK(names.device(8U << 20 | 1) == "8:1");
}

TEST_CASE("csv has a table for each kind of record, with as many fields in each row") {
    std::map<std::string, std::string> tables;
    const auto start = tests::start_facts();
    exports::Names names(start, std::nullopt);
    const auto exporter = exports::make_csv(names, [&](const std::string& table) {
        return [&tables, table](std::string_view part) { tables[table] += part; };
    });
    show_throttled(*exporter);
    exporter->finish({});
    CHECK(tables.size() == 14);
    const auto& text = tables.at("dirty_throttled");
    CHECK(text.find(",\"a\"\",\\x0a\\xff=1\",") != std::string::npos);
    const auto head = text.substr(0, text.find('\n'));
    auto row = text.substr(head.size() + 1);
    row.erase(row.find('"'), row.rfind('"') + 1 - row.find('"'));
    CHECK(std::count(head.begin(), head.end(), ',') == std::count(row.begin(), row.end(), ','));
    CHECK(std::count(row.begin(), row.end(), '\n') == 1);
    CHECK(tables.at("file_seen").find('\n') == tables.at("file_seen").size() - 1);
}
