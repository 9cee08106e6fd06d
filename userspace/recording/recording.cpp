// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "recording/recording.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include "base/printable.h"
#include "recording/decoded_chunks.h"
#include "recording/facts_text.h"

namespace wbtrace::recording {

namespace {

constexpr const char* part_of_stacks = "only a part of its stacks was kept";
constexpr const char* remedy_for_stacks = "record it anew on a disk with room, or a larger limit";

std::string_view text_in(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Names that were told before what is left of the records come first.
std::vector<IndexEntry> in_playing_order(std::span<const IndexEntry> chunks, bool begins_late) {
    std::vector<IndexEntry> order;
    const auto is_names = [](const IndexEntry& chunk) { return chunk.header.is(ChunkKind::names); };
    if (begins_late)
        std::copy_if(chunks.begin(), chunks.end(), std::back_inserter(order), is_names);
    std::copy_if(chunks.begin(), chunks.end(), std::back_inserter(order),
                 [&](const IndexEntry& chunk) { return !is_names(chunk); });
    return order;
}

void count(const DecodedChunk& decoded, Reading& reading) {
    const auto& header = decoded.chunk.header;
    if (!header.is(ChunkKind::records)) return;
    reading.first_ns =
        reading.records == 0 ? header.first_ns : std::min(reading.first_ns, header.first_ns);
    reading.last_ns = std::max(reading.last_ns, header.last_ns);
    reading.records += decoded.block->count();
}

}  // namespace

Result<Recording> Recording::open(const std::string& path) {
    auto bytes = open_bytes(path);
    if (!bytes) return tl::unexpected(bytes.error());
    auto recording = open(std::move(*bytes));
    if (!recording) recording.error().what = brief(path) + ": " + recording.error().what;
    return recording;
}

Result<Recording> Recording::open(Bytes bytes) {
    auto source = ChunkSource::open(std::move(bytes));
    if (!source) return tl::unexpected(source.error());
    const auto first = source->chunks().front();
    const auto payload = source->payload(first);
    if (!payload) return fail("it is damaged: " + payload.error().what);
    auto start = read_start_facts(text_in(*payload));
    if (!start) return tl::unexpected(start.error());
    return Recording(std::move(*source), std::move(*start));
}

std::optional<analysis::CutFacts> Recording::end() {
    for (auto chunk = source_.chunks().rbegin(); chunk != source_.chunks().rend(); ++chunk) {
        if (!chunk->header.is(ChunkKind::end)) continue;
        const auto payload = source_.payload(*chunk);
        if (!payload) return std::nullopt;
        auto facts = read_cut_facts(text_in(*payload));
        return facts ? std::optional(std::move(*facts)) : std::nullopt;
    }
    return std::nullopt;
}

Result<std::optional<model::NamedStacks>> Recording::stacks() {
    std::optional<model::NamedStacks> stacks;
    std::uint64_t all_rows = 0;
    for (const auto& chunk : source_.chunks()) {
        if (!chunk.header.is(ChunkKind::stacks)) continue;
        const auto payload = source_.payload(chunk);
        if (!payload) return tl::unexpected(payload.error());
        auto part = read_stacks_part(text_in(*payload));
        if (!part) return tl::unexpected(part.error());
        all_rows = part->all_rows;
        if (!stacks) stacks.emplace();
        if (!append(std::move(*part), *stacks)) return fail(part_of_stacks, remedy_for_stacks);
    }
    if (stacks && stacks->rows.size() != all_rows) return fail(part_of_stacks, remedy_for_stacks);
    return stacks;
}

bool Recording::begins_late() const {
    return source_.chunks().size() > 1 && source_.chunks()[1].header.sequence != 1;
}

Reading Recording::play(events::Sink& sink, const OnCut& on_cut,
                        const std::function<bool()>& wanted) {
    Reading reading;
    reading.damage = source_.damage();
    reading.dropped = begins_late();
    DecodedChunks chunks(source_, in_playing_order(source_.chunks(), reading.dropped));
    while (wanted()) {
        auto decoded = chunks.next();
        if (!decoded) break;
        if (!decoded->sound) {
            reading.damage = Damage{decoded->chunk.offset, decoded->sound.error().what};
            break;
        }
        reading.lost += decoded->gap.records;
        if (decoded->facts) {
            reading.ended = decoded->chunk.header.is(ChunkKind::end);
            on_cut(*decoded->facts, reading.ended);
        }
        if (!decoded->block) continue;
        decoded->block->show_to(sink);
        count(*decoded, reading);
        chunks.recycle(std::move(decoded->block));
    }
    return reading;
}

}  // namespace wbtrace::recording
