// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "inspection.h"

#include <fmt/format.h>

#include <map>

#include "base/printable.h"
#include "events/kind_name.h"
#include "recording/format.h"

namespace wbtrace {

namespace {

using recording::ChunkKind;

/// Counts records by their kind, and what they take.
class Counts final : public events::Sink {
public:
#define WB_COUNT_METHOD(number, name, type, what) \
    void on(const type&) override { ++by_kind[number]; }
    WB_EVENT_LIST(WB_COUNT_METHOD)
#undef WB_COUNT_METHOD
    std::map<std::uint16_t, std::uint64_t> by_kind;
};

std::string_view chunk_name(const recording::ChunkHeader& header) {
    const auto name = recording::name_of(static_cast<ChunkKind>(header.kind));
    return name.empty() ? "unknown" : name;
}

std::string printable_words(const std::vector<std::string>& words) {
    std::string text;
    for (const auto& word : words) text += (text.empty() ? "" : " ") + printable(word);
    return text;
}

double seconds_since(std::uint64_t start_ns, std::uint64_t time_ns) {
    return time_ns < start_ns ? 0 : static_cast<double>(time_ns - start_ns) / 1e9;
}

std::string header_text(recording::Recording& recording) {
    const auto& start = recording.start();
    const auto& chunks = recording.chunks();
    auto text = fmt::format(
        "format   {}.{}, {} bytes, {}\n", chunks.header().major, chunks.header().minor,
        chunks.size(), chunks.ring() ? "only the last part is kept" : "kept from the start on");
    text += fmt::format("made by  wbtrace {} on Linux {} ({}), {} CPUs\n", start.tool_version,
                        start.host.kernel, start.host.machine, start.host.cpus);
    text += fmt::format("traced   {}\n",
                        start.command.empty() ? "the system" : printable_words(start.command));
    if (!start.options.empty())
        text += fmt::format("with     {}\n", printable_words(start.options));
    for (const auto& [name, value] : start.host.vm_dirty)
        text += fmt::format("vm       {} = {}\n", printable(name), value);
    for (const auto& disk : start.disks)
        text += fmt::format("disk     {} ({}), scheduler {}{}\n", printable(disk.name),
                            printable(disk.dev),
                            disk.queue.scheduler.empty() ? "none" : printable(disk.queue.scheduler),
                            disk.parents.empty() ? "" : ", above " + printable_words(disk.parents));
    return text;
}

std::string chunk_table(recording::Recording& recording) {
    const auto start_ns = recording.start().start_ns;
    auto text = fmt::format("\n{:>12} {:<8} {:>8} {:>10} {:>10} {:>13} {:>13}\n", "offset", "chunk",
                            "records", "stored B", "raw B", "from s", "to s");
    for (const auto& [offset, header] : recording.chunks().chunks())
        text += fmt::format("{:>12} {:<8} {:>8} {:>10} {:>10} {:>13.6f} {:>13.6f}\n", offset,
                            chunk_name(header), header.count, header.stored_bytes, header.raw_bytes,
                            seconds_since(start_ns, header.first_ns),
                            seconds_since(start_ns, header.last_ns));
    return text;
}

std::string kinds_text(const Counts& counts) {
    auto text = fmt::format("\n{:>12} {}\n", "records", "kind");
    for (const auto& [kind, count] : counts.by_kind)
        text += fmt::format("{:>12} {}\n", count, events::kind_name(kind));
    return text;
}

std::string losses_text(const recording::Reading& reading,
                        const std::optional<analysis::CutFacts>& end) {
    std::string text = fmt::format("\n{:>12} records that could not be recorded\n", reading.lost);
    if (!end) return text;
#define WB_LOSS_LINE(name, key, what) \
    text += fmt::format("{:>12} {}\n", end->totals.cpu.lost[WB_LOSS_##name], what);
    WB_LOSS_LIST(WB_LOSS_LINE)
#undef WB_LOSS_LINE
    return text;
}

}  // namespace

std::vector<std::string> faults_of(const recording::Reading& reading) {
    std::vector<std::string> faults;
    if (reading.damage)
        faults.push_back(
            fmt::format("{} at byte {}", printable(reading.damage->why), reading.damage->offset));
    if (!reading.ended) faults.emplace_back("it was not ended: the facts of the end are missing");
    return faults;
}

Inspection inspect(recording::Recording& recording, bool with_chunks) {
    Counts counts;
    const auto reading = recording.play(counts, [](const analysis::CutFacts&, bool) {});
    Inspection inspection;
    inspection.text = header_text(recording);
    inspection.text += fmt::format(
        "records  {} from {:.6f} s to {:.6f} s in {} chunks{}\n", reading.records,
        seconds_since(recording.start().start_ns, reading.first_ns),
        seconds_since(recording.start().start_ns, reading.last_ns),
        recording.chunks().chunks().size(), reading.dropped ? ", those before were let go" : "");
    if (with_chunks) inspection.text += chunk_table(recording);
    inspection.text += kinds_text(counts) + losses_text(reading, recording.end());
    inspection.faults = faults_of(reading);
    return inspection;
}

std::vector<std::string> verify(recording::Recording& recording) {
    Counts counts;
    auto faults = faults_of(recording.play(counts, [](const analysis::CutFacts&, bool) {}));
    auto& chunks = recording.chunks();
    for (const auto& chunk : chunks.chunks())
        if (auto payload = chunks.payload(chunk); !payload)
            faults.push_back(fmt::format("{} at byte {}", payload.error().what, chunk.offset));
    if (!chunks.index_agrees()) faults.emplace_back("no index agrees with the chunks");
    return faults;
}

}  // namespace wbtrace
