// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/catch.h"
#include "tests/unit/exports/exported.h"

using namespace wbtrace;

namespace {

wb_request_done write_of(std::uint64_t time_ns) {
    auto record = tests::request_done(tests::recording_start_ns + time_ns);
    record.sector = 223490;
    record.bios = 1;
    record.issuer_pid = 697;
    tests::set_text(record.issuer_comm, "kjournald");
    return record;
}

std::string lines_of(const std::function<void(events::Sink&)>& show,
                     analysis::StartFacts start = tests::start_facts()) {
    return tests::exported(exports::make_blkparse, show, std::move(start));
}

}  // namespace

TEST_CASE("a request is an insertion, an issue and a completion") {
    CHECK(lines_of([](events::Sink& to) { to.on(write_of(2'000'000'500)); }) ==
          "  8,0    0        1     2.000000200   697  I   W 223490 + 8 [kjournald]\n"
          "  8,0    0        2     2.000000300   697  D   W 223490 + 8 [kjournald]\n"
          "  8,0    0        3     2.000000500     0  C   W 223490 + 8 [0]\n");
}

TEST_CASE("an insertion is not shown when its size, or that there was one, is not sure") {
    auto record = write_of(500);
    const auto show = [&](events::Sink& to) { to.on(record); };
    record.bios = 2;
    CHECK(lines_of(show).find(" I ") == std::string::npos);
    record.bios = 1;
    record.requeues = 1;
    CHECK(lines_of(show).find(" I ") == std::string::npos);
    record.requeues = 0;
    CHECK(lines_of(show).find(" I ") != std::string::npos);
    auto start = tests::start_facts();
    start.options = {"--plug-time"};
    CHECK(lines_of(show, start).find(" I ") == std::string::npos);
}

TEST_CASE("lines stand in the order of their times") {
    const auto text = lines_of([](events::Sink& to) {
        to.on(write_of(600));
        auto early = write_of(700);
        early.queued_ns = early.issued_ns = tests::recording_start_ns + 1;
        to.on(early);
    });
    CHECK(text.find("0.000000001   697  D") < text.find("0.000000300   697  I"));
}

TEST_CASE("flushes, errors and what has no sector") {
    auto record = write_of(500);
    record.op = WB_OP_FLUSH;
    record.sector = UINT64_MAX;
    record.bytes = record.done_bytes = 0;
    record.error = -5;
    record.queued_ns = record.issued_ns;
    CHECK(lines_of([&](events::Sink& to) { to.on(record); }) ==
          "  8,0    0        1     0.000000300   697  D  FN [kjournald]\n"
          "  8,0    0        2     0.000000500     0  C  FN 0 [-5]\n");
}

TEST_CASE("letters of flags are those of the recorded kernel") {
    auto record = write_of(500);
    record.cmd_flags = 1U << 11 | 1U << 12 | 1U << 17 | 1U << 18;
    const auto show = [&](events::Sink& to) { to.on(record); };
    CHECK(lines_of(show).find("D FWFSM 223490") != std::string::npos);
    auto old = tests::start_facts();
    old.request_bits = {};
    CHECK(lines_of(show, old).find("D   W 223490") != std::string::npos);
}

TEST_CASE("bios of devices without requests, and where they go") {
    auto bio = write_of(500);
    bio.flags = WB_REQUEST_BIO_BASED;
    bio.issued_ns = bio.queued_ns;
    auto remap =
        tests::record_at<wb_bio_remapped>(WB_EVENT_BIO_REMAPPED, tests::recording_start_ns + 250);
    remap.upper_dev = 9U << 20;
    remap.lower_dev = 8U << 20 | 16;
    remap.upper_sector = 8;
    remap.lower_sector = 2056;
    remap.bytes = 4096;
    remap.cmd_flags = 1;
    CHECK(lines_of([&](events::Sink& to) {
              to.on(remap);
              to.on(bio);
          }) ==
          "  8,0    0        1     0.000000200   697  Q   W 223490 + 8 [kjournald]\n"
          "  8,16   0        2     0.000000250     0  A   W 2056 + 8 <- (9,0) 8\n"
          "  8,0    0        3     0.000000500     0  C   W 223490 + 8 [0]\n");
}

TEST_CASE("a task's name cannot break a line") {
    auto record = write_of(500);
    tests::set_text(record.issuer_comm, "a\nb\x1b");
    CHECK(lines_of([&](events::Sink& to) { to.on(record); }).find("[a?b?]") != std::string::npos);
}
