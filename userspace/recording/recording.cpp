// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "recording/recording.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/printable.h"
#include "recording/facts_text.h"
#include "recording/payload_reader.h"
#include "recording/record_block.h"

namespace wbtrace::recording {

namespace {

std::string_view text_in(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Plays the chunks of a recording one after the other.
class Player {
public:
    Player(ChunkSource& source, events::Sink& sink, const Recording::OnCut& on_cut)
        : source_(source), sink_(sink), on_cut_(on_cut) {}

    Reading play() {
        const auto chunks = source_.chunks();
        reading_.damage = source_.damage();
        reading_.dropped = chunks.size() > 1 && chunks[1].header.sequence != 1;
        for (const auto& chunk : chunks)
            if (chunk.header.is(ChunkKind::names) && reading_.dropped && !show(chunk)) break;
        for (const auto& chunk : chunks) {
            if (chunk.header.is(ChunkKind::names)) continue;
            if (!take(chunk)) break;
        }
        return std::move(reading_);
    }

private:
    bool stop(const IndexEntry& chunk, std::string why) {
        reading_.damage = Damage{chunk.offset, std::move(why)};
        return false;
    }

    bool take(const IndexEntry& chunk) {
        if (chunk.header.is(ChunkKind::records)) return show(chunk) && count(chunk.header);
        if (chunk.header.is(ChunkKind::cut) || chunk.header.is(ChunkKind::end))
            return tell_facts(chunk);
        if (chunk.header.is(ChunkKind::gap)) return note_gap(chunk);
        return true;  // the start is known, what is not known is skipped
    }

    bool show(const IndexEntry& chunk) {
        const auto payload = source_.payload(chunk);
        if (!payload) return stop(chunk, payload.error().what);
        if (auto decoded = block_.decode(*payload); !decoded)
            return stop(chunk, decoded.error().what);
        block_.show_to(sink_);
        return true;
    }

    bool count(const ChunkHeader& header) {
        if (reading_.records == 0) reading_.first_ns = header.first_ns;
        reading_.first_ns = std::min(reading_.first_ns, header.first_ns);
        reading_.last_ns = std::max(reading_.last_ns, header.last_ns);
        reading_.records += block_.count();
        return true;
    }

    bool tell_facts(const IndexEntry& chunk) {
        const auto payload = source_.payload(chunk);
        if (!payload) return stop(chunk, payload.error().what);
        const auto facts = read_cut_facts(text_in(*payload));
        if (!facts) return stop(chunk, facts.error().what);
        const bool ends = chunk.header.is(ChunkKind::end);
        on_cut_(*facts, ends);
        reading_.ended = ends;
        return true;
    }

    bool note_gap(const IndexEntry& chunk) {
        const auto payload = source_.payload(chunk);
        if (!payload) return stop(chunk, payload.error().what);
        Gap gap;
        PayloadReader from(*payload);
        if (!from.take(gap)) return stop(chunk, "a gap is cut off");
        reading_.lost += gap.records;
        return true;
    }

    ChunkSource& source_;
    events::Sink& sink_;
    const Recording::OnCut& on_cut_;
    RecordBlock block_;
    Reading reading_;
};

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

Reading Recording::play(events::Sink& sink, const OnCut& on_cut) {
    return Player(source_, sink, on_cut).play();
}

}  // namespace wbtrace::recording
