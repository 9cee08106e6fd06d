// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "plan/case_record.h"

#include "tests/catch.h"

using namespace wbtrace::plan;

TEST_CASE("what is written of a case is read again") {
    CaseRecord record;
    record.status = CaseRecord::Status::failed;
    record.reason = "dd: no space\xff left";
    record.label = "6.12-plug+";
    record.kernel = "6.12.0";
    record.axes = {{"fs", "ext4"}, {"writers", "10"}};
    record.settings = {{"fs.mount", "noatime"}};
    record.repeat = 2;
    record.command = {"sh", "-c", "dd\n\"x\""};
    record.exit_status = 137;
    record.wall_ns = 12345678901;
    record.took_ns = 22345678901;
    record.metrics = {{"write_bw", 12.5}, {"read_bw", std::nullopt}};
    const auto read = parse_case_record("case.json", to_json(record));
    REQUIRE(read);
    CHECK(read->status == CaseRecord::Status::failed);
    CHECK(read->reason == "dd: no space\xef\xbf\xbd left");
    CHECK(read->label == record.label);
    CHECK(read->kernel == record.kernel);
    CHECK(read->axes == record.axes);
    CHECK(read->settings == record.settings);
    CHECK(read->repeat == 2);
    CHECK(read->command == record.command);
    CHECK(read->exit_status == 137);
    CHECK(read->wall_ns == record.wall_ns);
    CHECK(read->took_ns == record.took_ns);
    CHECK(read->metrics == record.metrics);
}

TEST_CASE("what is not known is null") {
    const auto text = to_json({});
    CHECK(text.find("\"exit_status\": null") != std::string::npos);
    CHECK(text.find("\"wall_ns\": null") != std::string::npos);
    CHECK(text.find("\"reason\": null") != std::string::npos);
}

TEST_CASE("other texts are no record of a case") {
    const auto whole = to_json({});
    for (std::size_t length = 0; length + 2 < whole.size(); length += 7)
        CHECK_FALSE(parse_case_record("case.json", whole.substr(0, length)));
    for (const char* text : {"[]", "{}", "1", R"({"schema": "wbtrace.case/2", "status": "done"})",
                             R"({"schema": "wbtrace.case/1", "status": "maybe"})",
                             R"({"schema": 1, "status": "done"})"})
        CHECK_FALSE(parse_case_record("case.json", text));
    const auto odd = parse_case_record(
        "case.json", R"({"schema": "wbtrace.case/1", "status": "done", "axes": [1], "metrics": 1,
                         "repeat": "x", "command": {}, "exit_status": "1", "wall_ns": -1})");
    REQUIRE(odd);
    CHECK(odd->axes.empty());
    CHECK_FALSE(odd->exit_status);
}
