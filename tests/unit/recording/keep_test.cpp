// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <filesystem>

#include "recording/chunk_file.h"
#include "recording/facts_text.h"
#include "recording/recording.h"
#include "tests/catch.h"
#include "tests/recordings.h"
#include "tests/scratch_folder.h"

using namespace wbtrace;
using recording::ChunkFile;
using recording::ChunkKind;
using recording::Recording;

namespace {

/// A payload that does not compress.
std::vector<std::byte> noise(std::size_t bytes, std::uint64_t seed) {
    std::vector<std::byte> payload(bytes);
    for (auto& byte : payload) {
        seed = seed * 6364136223846793005U + 1442695040888963407U;
        byte = static_cast<std::byte>(seed >> 56U);
    }
    return payload;
}

std::string start_text() { return recording::facts_text(tests::start_facts()); }

struct Written {
    std::string path;
    std::uint64_t largest = 0;
};

/// Chunks of 20 to 60 KiB, one each 10 ms, that hold one record by their label.
Written write_chunks(const ScratchFolder& folder, recording::Keep keep, std::uint32_t count,
                     bool finish) {
    Written written{folder.path() + "/keep.wbt"};
    auto file = ChunkFile::create(written.path, keep);
    REQUIRE(file);
    const auto start = start_text();
    REQUIRE(file->write({ChunkKind::start, 0, 0, 0}, std::as_bytes(std::span(start))));
    for (std::uint32_t i = 1; i <= count; ++i) {
        const std::uint64_t time_ns = 10'000'000ULL * i;
        const auto payload = noise(20'000 + i * 7919 % 40'000, i);
        REQUIRE(file->write({ChunkKind::records, time_ns - 9'000'000, time_ns, 1}, payload));
        written.largest = std::max(written.largest, std::filesystem::file_size(written.path));
    }
    if (finish) REQUIRE(file->finish());
    written.largest = std::max(written.largest, std::filesystem::file_size(written.path));
    return written;
}

std::vector<recording::IndexEntry> chunks_of(const std::string& path) {
    auto bytes = recording::open_bytes(path);
    REQUIRE(bytes);
    auto source = recording::ChunkSource::open(std::move(*bytes));
    REQUIRE(source);
    const auto chunks = source->chunks();
    return {chunks.begin(), chunks.end()};
}

/// The number of chunks of records, without a hole up to the last.
std::size_t unbroken_to(const std::string& path, std::uint32_t last) {
    std::size_t count = 0;
    std::uint32_t expected = 0;
    for (const auto& chunk : chunks_of(path)) {
        if (!chunk.header.is(ChunkKind::records)) continue;
        if (count++ > 0) CHECK(chunk.header.sequence == expected);
        expected = chunk.header.sequence + 1;
    }
    CHECK(expected == last + 1);
    return count;
}

}  // namespace

TEST_CASE("a limited recording never grows beyond its limit and keeps the youngest part") {
    const ScratchFolder folder;
    recording::Keep keep;
    keep.limit_bytes = 2U << 20;
    for (const bool finish : {true, false}) {
        const auto written = write_chunks(folder, keep, 500, finish);
        CHECK(written.largest <= keep.limit_bytes);
        // Chunks of 40 KiB on average; half of the room may be lost to gaps, not more.
        CHECK(unbroken_to(written.path, 500) >= 25);
    }
}

TEST_CASE("the last part is kept whole, and the file stays small") {
    const ScratchFolder folder;
    recording::Keep keep;
    keep.last_ns = 200'000'000;  // 20 chunks
    const auto written = write_chunks(folder, keep, 1000, true);
    CHECK(unbroken_to(written.path, 1000) >= 21);
    CHECK(written.largest <= 3 * 21 * 60'000);
}

TEST_CASE("what is kept survives that the end is missing") {
    const ScratchFolder folder;
    recording::Keep keep;
    keep.limit_bytes = 1U << 20;
    const auto written = write_chunks(folder, keep, 100, true);
    auto bytes = tests::file_bytes(written.path);
    for (std::size_t size = bytes.size(); size > 0; size -= std::min<std::size_t>(size, 9973)) {
        const std::span<const std::byte> part(bytes.data(), size);
        const auto source = recording::ChunkSource::open(recording::bytes_in(part));
        if (!source) continue;
        const auto chunks = source->chunks();
        for (std::size_t i = 2; i < chunks.size(); ++i)
            REQUIRE(chunks[i].header.sequence == chunks[i - 1].header.sequence + 1);
    }
}

TEST_CASE("names that were told before the part are kept") {
    const ScratchFolder folder;
    const auto path = folder.path() + "/names.wbt";
    recording::Keep keep;
    keep.last_ns = 1'000'000;
    auto recorder = recording::Recorder::create(path, keep);
    REQUIRE(recorder);
    (*recorder)->begin(tests::start_facts());
    (*recorder)->write();
    auto seen = tests::record_at<wb_file_seen>(WB_EVENT_FILE_SEEN, tests::recording_start_ns);
    seen.inode = 12;
    (*recorder)->on(seen);
    // More than one chunk, so that the first is let go.
    for (std::uint64_t i = 1; i <= 60'000; ++i) tests::show_record(**recorder, i);
    const auto outcome = (*recorder)->end(tests::cut_facts());
    CHECK(outcome.dropped > 0);
    CHECK(outcome.dropped + outcome.records == 60'001);

    struct Seen final : events::Sink {
        void on(const wb_file_seen& record) override { inodes.push_back(record.inode); }
        void on(const wb_request_done&) override { ++requests; }
        std::vector<std::uint64_t> inodes;
        std::uint64_t requests = 0;
    } sink;
    auto recording = Recording::open(path);
    REQUIRE(recording);
    CHECK(recording->begins_late());
    const auto reading = recording->play(sink, [](const analysis::CutFacts&, bool) {});
    CHECK(reading.dropped);
    CHECK(reading.ended);
    CHECK_FALSE(reading.whole());
    CHECK(reading.records == outcome.records);
    CHECK(sink.inodes == std::vector<std::uint64_t>{12});
    CHECK(sink.requests > 0);
}
