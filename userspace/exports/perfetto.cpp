// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// A trace in the format of Perfetto: docs/exports.md says what is where.
#include <algorithm>

#include "analysis/record_fields.h"
#include "exports/exporter.h"
#include "exports/perfetto_counters.h"
#include "exports/perfetto_requests.h"
#include "exports/task_columns.h"
#include "exports/writeback_columns.h"

namespace wbtrace::exports {

namespace perfetto {

namespace {

constexpr std::size_t most_bdis = 16'384;

class TraceWriter final : public Exporter {
public:
    TraceWriter(const Names& names, Write write)
        : names_(names),
          packets_(std::move(write)),
          tasks_(numbers_, packets_),
          requests_(names, numbers_, packets_, tasks_),
          dirty_(names, numbers_, packets_) {
        packets_.begin(names.start());
    }

    using Exporter::on;
    void on(const wb_request_done& record) override { requests_.add(record); }
    void on(const wb_ratelimit_updated& record) override { dirty_.add(record); }
    void on(const wb_dirty_throttled& record) override;
    void on(const wb_work_finished& record) override;
    void on(const wb_page_run& record) override;
    void on(const wb_sync_ended& record) override;

    void finish(const Ending& ending) override;
    [[nodiscard]] std::uint64_t out_of_order() const override { return requests_.out_of_order(); }

private:
    /// A slice with the arguments that were told. Its track; 0: there is no room to draw it.
    TrackId slice(Lanes& lanes, std::uint64_t begin_ns, std::uint64_t end_ns,
                  std::string_view name);
    Lanes& works_of(const wb_work_finished& record);

    const Names& names_;
    TrackNumbers numbers_;
    Packets packets_;
    TaskTracks tasks_;
    RequestSlices requests_;
    DirtyCounters dirty_;
    std::map<std::string, Lanes> works_;  // of what lies on no single device, by its name
    std::uint64_t not_drawn_ = 0;
};

TrackId TraceWriter::slice(Lanes& lanes, std::uint64_t begin_ns, std::uint64_t end_ns,
                           std::string_view name) {
    begin_ns = std::min(begin_ns, end_ns);
    const auto lane = lanes.take(begin_ns, end_ns, numbers_, packets_);
    if (!lane) {
        packets_.drop_arguments();
        ++not_drawn_;
        return 0;
    }
    packets_.slice_begin(*lane, begin_ns, name);
    packets_.slice_end(*lane, end_ns);
    return *lane;
}

/// The record is of the moment when the task goes to sleep.
void TraceWriter::on(const wb_dirty_throttled& record) {
    dirty_.add(record);
    const auto pause_ns = pause_of(record, names_).value_or(0);
    if (pause_ns == 0) return;
    packets_.argument("limit", limit_name(record));
    packets_.argument("bdi", names_.bdi(analysis::BdiKey::of(record)));
    packets_.argument("dirty_pages", record.dirty);
    packets_.argument("thresh_pages", record.thresh);
    const auto time_ns = record.header.time_ns;
    slice(
        tasks_.of({record.tgid, record.pid, analysis::text_of(record.comm)}, TaskTrack::throttled),
        time_ns, time_ns + std::min<std::uint64_t>(pause_ns, UINT64_MAX - time_ns), "throttled");
}

Lanes& TraceWriter::works_of(const wb_work_finished& record) {
    if (record.dev != 0)
        if (auto* device = requests_.device(record.dev)) return device->works;
    const auto name =
        works_.size() < most_bdis ? names_.bdi(analysis::BdiKey::of(record)) : "other";
    return works_.emplace(name, Lanes(0, name + " writeback")).first->second;
}

void TraceWriter::on(const wb_work_finished& record) {
    if (record.started_ns == 0) return;
    packets_.argument("pages", record.pages);
    packets_.argument("turns", record.turns);
    packets_.argument("waits", record.waits);
    if (record.queued_ns != 0)
        packets_.argument("queued_to_started_ns",
                          record.started_ns - std::min(record.queued_ns, record.started_ns));
    if (record.requester_pid != 0) {
        packets_.argument("requester", analysis::text_of(record.requester_comm));
        packets_.argument("requester_tgid", record.requester_tgid);
    }
    slice(works_of(record), record.started_ns, record.header.time_ns, names_.reason(record.reason));
}

void TraceWriter::on(const wb_page_run& record) {
    if (record.action != WB_PAGES_DIRTIED || record.first_ns == 0) return;
    packets_.argument("pages", record.pages);
    packets_.argument("folios", record.folios);
    packets_.argument("inode", record.inode);
    const auto& file = names_.file(record.inode_dev, record.inode, record.generation);
    if (!file.empty()) packets_.argument("file", file);
    const auto track = slice(
        tasks_.of({record.tgid, record.pid, analysis::text_of(record.comm)}, TaskTrack::dirtying),
        record.first_ns, record.header.time_ns, "dirtied");
    if (track != 0) requests_.add_dirtied(record, track);
}

void TraceWriter::on(const wb_sync_ended& record) {
    const auto& sync = record.sync;
    if ((sync.flags & WB_SYNC_FILE_KNOWN) != 0) {
        packets_.argument("inode", sync.inode);
        const auto& file = names_.file(sync.inode_dev, sync.inode, sync.generation);
        if (!file.empty()) packets_.argument("file", file);
    }
    packets_.argument_signed("result", record.ret);
    slice(tasks_.of({sync.tgid, sync.pid, analysis::text_of(sync.comm)}, TaskTrack::syncing),
          sync.start_ns, record.header.time_ns, call_name(sync));
}

void TraceWriter::finish(const Ending& ending) {
    requests_.finish();
    const auto& start = names_.start();
    const auto track = numbers_.next();
    packets_.describe_track(track, 0, "wbtrace");
    packets_.argument("tool_version", start.tool_version);
    packets_.argument("kernel", start.host.kernel);
    std::string command;
    for (const auto& word : start.command) command += (command.empty() ? "" : " ") + word;
    if (!command.empty()) packets_.argument("command", command);
    packets_.argument("records", ending.records);
    for (const auto& [cause, count] : ending.lost) packets_.argument("lost_" + cause, count);
    packets_.argument("not_drawn", not_drawn_ + requests_.not_drawn());
    if (!ending.part.empty()) packets_.argument("part", ending.part);
    packets_.slice_begin(track, start.start_ns, "trace");
    packets_.slice_end(track, std::max(start.start_ns, ending.end_ns));
    packets_.flush();
}

}  // namespace

}  // namespace perfetto

std::unique_ptr<Exporter> make_perfetto(const Names& names, Write write) {
    return std::make_unique<perfetto::TraceWriter>(names, std::move(write));
}

}  // namespace wbtrace::exports
