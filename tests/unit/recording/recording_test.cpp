// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "recording/recording.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <functional>
#include <random>
#include <thread>
#include <utility>

#include "recording/chunk_file.h"
#include "recording/facts_text.h"
#include "recording/format.h"
#include "recording/record_block.h"
#include "tests/catch.h"
#include "tests/recordings.h"
#include "tests/scratch_folder.h"

using namespace wbtrace;
using recording::Recording;

namespace {

struct Times final : events::Sink {
    void on(const wb_request_done& record) override { seen.push_back(record.header.time_ns); }
    void on(const wb_page_run& record) override { seen.push_back(record.header.time_ns); }
    void on(const wb_dirty_throttled& record) override { seen.push_back(record.header.time_ns); }
    std::vector<std::uint64_t> seen;
};

struct Played {
    recording::Reading reading;
    std::vector<std::uint64_t> times;
    std::size_t cuts = 0;
    std::size_t records_before_cut = 0;
};

Played play(Recording& recording) {
    Played played;
    Times times;
    played.reading = recording.play(times, [&](const analysis::CutFacts&, bool ends) {
        if (ends) return;
        ++played.cuts;
        played.records_before_cut = times.seen.size();
    });
    played.times = std::move(times.seen);
    return played;
}

/// Whole chunks from the beginning: whatever is wrong behind them, they are shown.
void expect_a_beginning(const std::vector<std::byte>& bytes, std::uint64_t most_records) {
    auto read = Recording::open(recording::bytes_in(bytes));
    if (!read) {
        CHECK_FALSE(read.error().what.empty());
        return;
    }
    const auto played = play(*read);
    REQUIRE(played.times.size() <= most_records);
    bool all_right = true;
    for (std::size_t i = 0; i < played.times.size(); ++i)
        all_right = all_right && played.times[i] == tests::recording_start_ns + 1000 * (i + 1);
    CHECK(all_right);
    // Only the index may be missing of what is read whole.
    if (played.times.size() < most_records) CHECK_FALSE(played.reading.whole());
}

std::vector<std::byte> recording_of(const ScratchFolder& folder, std::uint64_t count) {
    tests::record_to(folder.path() + "/a.wbt", count);
    return tests::file_bytes(folder.path() + "/a.wbt");
}

void set_checksum(std::vector<std::byte>& bytes) {
    recording::FileHeader header;
    std::memcpy(&header, bytes.data(), sizeof header);
    header.checksum = recording::own_checksum(header);
    std::memcpy(bytes.data(), &header, sizeof header);
}

}  // namespace

TEST_CASE("a recording shows what was recorded") {
    const ScratchFolder folder;
    const auto path = folder.path() + "/a.wbt";
    const auto outcome = tests::record_to(path, 1000);
    CHECK(outcome.records == 1000);
    CHECK(outcome.lost == 0);
    CHECK(outcome.bytes + sizeof(recording::Trailer) == tests::file_bytes(path).size());
    auto recording = Recording::open(path);
    REQUIRE(recording);
    CHECK(recording->start().tool_version == "1.2.3");
    const auto played = play(*recording);
    CHECK(played.times.size() == 1000);
    CHECK(std::is_sorted(played.times.begin(), played.times.end()));
    CHECK(played.cuts == 1);
    CHECK(played.records_before_cut == 500);
    CHECK(played.reading.whole());
    CHECK(played.reading.records == 1000);
    CHECK(recording->chunks().index_agrees());
    REQUIRE(recording->end());
    CHECK(recording->end()->capture.events == 21);
}

TEST_CASE("a recording that ends at any byte is read up to its last whole chunk") {
    const ScratchFolder folder;
    const auto whole = recording_of(folder, 200);
    for (std::size_t size = 0; size < whole.size(); ++size) {
        INFO("cut at " << size);
        const std::vector<std::byte> part(whole.begin(), whole.begin() + static_cast<long>(size));
        // To play each would take long under sanitizers.
        const auto chunks = recording::ChunkSource::open(recording::bytes_in(part));
        if (chunks) CHECK(chunks->chunks().back().offset < size);
        if (size % 7 == 0) expect_a_beginning(part, 200);
    }
}

TEST_CASE("records of other times than their chunk says are damage") {
    const ScratchFolder folder;
    const auto path = folder.path() + "/a.wbt";
    const auto written = [&path](std::uint64_t first_ns, std::uint64_t last_ns) {
        recording::RecordBlock block;
        const auto record = tests::request_done(5 * tests::recording_start_ns);
        block.add(WB_EVENT_REQUEST_DONE, recording::bytes_of(record));
        std::vector<std::byte> payload;
        block.encode(payload);
        auto file = recording::ChunkFile::create(path, {});
        REQUIRE(file);
        const auto start = recording::facts_text(tests::start_facts());
        REQUIRE(
            file->write({recording::ChunkKind::start, 0, 0, 0}, std::as_bytes(std::span(start))));
        REQUIRE(file->write({recording::ChunkKind::records, first_ns, last_ns, 1}, payload));
    };
    const auto damaged = [&path] {
        auto recording = Recording::open(path);
        REQUIRE(recording);
        return play(*recording).reading.damage.has_value();
    };
    constexpr auto time_ns = 5 * tests::recording_start_ns;
    written(time_ns, time_ns);
    CHECK_FALSE(damaged());
    written(time_ns, time_ns + 1);
    CHECK_FALSE(damaged());
    written(time_ns - 2, time_ns - 1);
    CHECK(damaged());
    written(time_ns + 1, time_ns + 2);
    CHECK(damaged());
}

TEST_CASE("a bit that flips anywhere is noticed") {
    const ScratchFolder folder;
    const auto whole = recording_of(folder, 2000);
    std::mt19937 random(3);
    for (int i = 0; i < 1000; ++i) {
        auto bent = whole;
        const auto at = random() % bent.size();
        bent[at] ^= static_cast<std::byte>(1U << (random() % 8));
        INFO("bit in byte " << at);
        expect_a_beginning(bent, 2000);
    }
}

namespace {

/// Its thread may be between two writes when the file has become long enough.
void wait_until_written(const std::string& path, std::uintmax_t least) {
    const auto now = [&] {
        std::error_code none;
        const auto bytes = std::filesystem::file_size(path, none);
        return none ? 0 : bytes;
    };
    for (std::uintmax_t before = 0, bytes = now(); bytes < least || bytes != before;) {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        before = std::exchange(bytes, now());
    }
}

}  // namespace

TEST_CASE("a recording that somebody cuts, removes or renames is told of") {
    const ScratchFolder folder;
    const std::string path = folder.path() + "/run.wbt";
    const auto spoilt = [&](const std::function<void()>& spoil) {
        auto recorder = recording::Recorder::create(path, {});
        REQUIRE(recorder);
        (*recorder)->begin(tests::start_facts());
        (*recorder)->write();
        tests::show_record(**recorder, 1);
        (*recorder)->cut(tests::cut_facts());
        wait_until_written(path, 1000);
        spoil();
        return (*recorder)->end(tests::cut_facts());
    };
    const auto cut = spoilt([&] { std::filesystem::resize_file(path, 70); });
    REQUIRE(cut.ended);
    CHECK(cut.ended->what.find("cut by somebody else") != std::string::npos);
    CHECK_FALSE(cut.readable);
    const auto removed = spoilt([&] { std::filesystem::remove(path); });
    REQUIRE(removed.ended);
    CHECK(removed.ended->what.find("removed") != std::string::npos);
    CHECK_FALSE(removed.readable);
    const auto renamed = spoilt([&] { std::filesystem::rename(path, path + "2"); });
    REQUIRE(renamed.ended);
    CHECK(renamed.readable);
    CHECK(Recording::open(path + "2"));
    CHECK_FALSE(spoilt([] {}).ended);
}

TEST_CASE("a newer major version is refused, a newer minor one is read") {
    const ScratchFolder folder;
    auto bytes = recording_of(folder, 10);
    bytes[10] = std::byte{9};  // minor
    set_checksum(bytes);
    auto newer = Recording::open(recording::bytes_in(bytes));
    REQUIRE(newer);
    CHECK(play(*newer).times.size() == 10);
    bytes[8] = std::byte{2};  // major
    set_checksum(bytes);
    const auto refused = Recording::open(recording::bytes_in(bytes));
    REQUIRE_FALSE(refused);
    CHECK(refused.error().what == "it has format 2.9, this wbtrace reads 1.x");
    CHECK_FALSE(refused.error().remedy.empty());
}

TEST_CASE("what is no recording is refused") {
    for (const std::string text : {"", "x", "\x89wbt", "{\"schema\": 1}"}) {
        const auto bytes = std::as_bytes(std::span(text));
        const auto read = Recording::open(recording::bytes_in(bytes));
        REQUIRE_FALSE(read);
        CHECK(read.error().what == "it is no recording of wbtrace");
    }
    CHECK_FALSE(Recording::open("/nowhere/at/all.wbt"));
    CHECK_FALSE(Recording::open("/dev/null"));
    CHECK_FALSE(Recording::open("/tmp"));
}
