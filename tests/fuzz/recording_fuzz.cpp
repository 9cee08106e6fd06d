// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Any bytes as a recording, from the file header to the report and the exports: it may be refused,
// never crash.
// Checksums are put right first, or hardly any input would come further than to them; with the
// first byte odd they stay as they are.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include "analysis/reckoning.h"
#include "analysis/record_totals.h"
#include "analysis/stack_table.h"
#include "exports/exporter.h"
#include "flame/kinds.h"
#include "pipeline/fan_out.h"
#include "recording/format.h"
#include "recording/recording.h"

namespace {

using namespace wbtrace;

template <typename T>
bool load(std::span<const std::byte> bytes, std::size_t at, T& value) {
    if (at > bytes.size() || bytes.size() - at < sizeof value) return false;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return true;
}

void mend_chunk(std::span<std::byte> bytes, std::size_t at) {
    recording::ChunkHeader header;
    if (!load(bytes, at, header) || header.magic != recording::chunk_magic) return;
    const auto payload = bytes.subspan(at + sizeof header);
    header.stored_bytes = std::min(header.stored_bytes, static_cast<std::uint32_t>(payload.size()));
    header.payload_checksum = recording::checksum_of(payload.first(header.stored_bytes));
    header.header_checksum = recording::own_checksum(header);
    std::memcpy(bytes.data() + at, &header, sizeof header);
}

void mend(std::span<std::byte> bytes) {
    recording::FileHeader header;
    if (!load(bytes, 0, header)) return;
    header.magic = recording::file_magic;
    header.checksum = recording::own_checksum(header);
    std::memcpy(bytes.data(), &header, sizeof header);
    for (std::size_t at = sizeof header; at < bytes.size(); at += recording::chunk_alignment)
        mend_chunk(bytes, at);
}

std::vector<std::unique_ptr<exports::Exporter>> all_exporters(const exports::Names& names) {
    const exports::Write drop = [](std::string_view) {};
    std::vector<std::unique_ptr<exports::Exporter>> all;
    all.push_back(exports::make_ndjson(names, drop));
    all.push_back(exports::make_csv(names, [&](const std::string&) { return drop; }));
    all.push_back(exports::make_perfetto(names, drop));
    all.push_back(exports::make_blkparse(names, drop));
    return all;
}

void read_all(std::span<const std::byte> bytes) {
    auto opened = recording::Recording::open(recording::bytes_in(bytes));
    if (!opened) return;
    analysis::Reckoning reckoning(opened->start());
    analysis::RecordTotals totals;
    auto sinks = reckoning.sinks();
    sinks.push_back(&totals);
    exports::Names names(opened->start(), opened->end());
    exports::NameLearner learner(names);
    sinks.push_back(&learner);
    const auto exporters = all_exporters(names);
    for (const auto& exporter : exporters) sinks.push_back(exporter.get());
    pipeline::FanOut all(std::move(sinks));
    opened->play(all, [&](const analysis::CutFacts& facts, bool ends) {
        if (ends)
            (void)reckoning.finish(facts);
        else
            (void)reckoning.at(facts);
    });
    for (const auto& exporter : exporters) exporter->finish({});
    (void)opened->chunks().index_agrees();
    if (const auto stacks = opened->stacks(); stacks && *stacks)
        (void)analysis::stack_table(**stacks, *flame::wish_named("offcpu:journal"));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const auto given = std::as_bytes(std::span(data, size)).subspan(1);
    std::vector<std::byte> bytes(given.begin(), given.end());
    if (data[0] % 2 == 0) mend(bytes);
    read_all(bytes);
    return 0;
}
