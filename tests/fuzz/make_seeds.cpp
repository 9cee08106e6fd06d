// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// make_seeds FOLDER: small recordings for the fuzzer to begin with, uncompressed ones among them,
// which it can change more easily.
// make_seeds FOLDER kept: recordings for tests/data/recordings, when the format has a new version.
#include <cstddef>
#include <fstream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "recording/facts_text.h"
#include "recording/format.h"
#include "recording/record_block.h"
#include "tests/recordings.h"

namespace {

using namespace wbtrace;
using recording::ChunkKind;

void append(std::vector<std::byte>& to, std::span<const std::byte> bytes) {
    to.insert(to.end(), bytes.begin(), bytes.end());
}

void append_chunk(std::vector<std::byte>& to, ChunkKind kind, std::span<const std::byte> payload,
                  std::uint32_t sequence) {
    recording::ChunkHeader header;
    header.kind = static_cast<std::uint16_t>(kind);
    header.raw_bytes = header.stored_bytes = static_cast<std::uint32_t>(payload.size());
    header.sequence = sequence;
    header.payload_checksum = recording::checksum_of(payload);
    header.header_checksum = recording::own_checksum(header);
    append(to, recording::bytes_of(header));
    append(to, payload);
    to.resize((to.size() + recording::chunk_alignment - 1) / recording::chunk_alignment *
              recording::chunk_alignment);
}

struct ToBlock final : events::Sink {
#define WB_ADD_METHOD(number, name, type, what) \
    void on(const type& record) override { block.add(number, recording::bytes_of(record)); }
    WB_EVENT_LIST(WB_ADD_METHOD)
#undef WB_ADD_METHOD
    recording::RecordBlock block;
};

/// One record of each kind, all of whose bytes are zero but the header.
template <typename Record>
void show_empty(events::Sink& sink, std::uint16_t kind) {
    sink.on(tests::record_at<Record>(kind, tests::recording_start_ns));
}

std::vector<std::byte> plain_recording(std::uint64_t flags) {
    std::vector<std::byte> file;
    recording::FileHeader header;
    header.flags = flags;
    header.checksum = recording::own_checksum(header);
    append(file, recording::bytes_of(header));
    const auto start = recording::facts_text(tests::start_facts());
    append_chunk(file, ChunkKind::start, std::as_bytes(std::span(start)), 0);
    ToBlock to;
    for (std::uint64_t i = 1; i <= 12; ++i) tests::show_record(to, i);
#define WB_EMPTY(number, name, type, what) show_empty<type>(to, number);
    WB_EVENT_LIST(WB_EMPTY)
#undef WB_EMPTY
    std::vector<std::byte> payload;
    to.block.encode(payload);
    append_chunk(file, ChunkKind::records, payload, 1);
    const recording::Gap gap{3, 4, 5};
    append_chunk(file, ChunkKind::gap, recording::bytes_of(gap), 2);
    const auto stacks = recording::facts_text(recording::parts_of(tests::named_stacks(), 9)[0]);
    append_chunk(file, ChunkKind::stacks, std::as_bytes(std::span(stacks)), 3);
    const auto end = recording::facts_text(tests::cut_facts());
    append_chunk(file, ChunkKind::end, std::as_bytes(std::span(end)), 4);
    return file;
}

void write_file(const std::string& path, std::string_view before,
                const std::vector<std::byte>& bytes) {
    std::ofstream file(path, std::ios::binary);
    file << before;
    file.write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2 || argc > 3) return 2;
    const std::string folder = argv[1];
    if (argc == 3) {
        write_file(folder + "/plain.wbt", "", plain_recording(0));
        tests::record_to(folder + "/whole.wbt", 3000);
        recording::Keep keep;
        keep.last_ns = 1'000'000;
        tests::record_to(folder + "/last_part.wbt", 60'000, keep);
        return 0;
    }
    const std::string_view mended("\0", 1);
    write_file(folder + "/plain", mended, plain_recording(0));
    write_file(folder + "/ring", mended, plain_recording(recording::file_ring));
    const auto path = folder + "/packed";
    tests::record_to(path, 100);
    write_file(path, mended, tests::file_bytes(path));
    return 0;
}
