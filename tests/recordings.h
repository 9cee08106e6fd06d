// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Made-up recordings for tests: facts of each kind, and records of several kinds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "analysis/trace_facts.h"
#include "model/stacks.h"
#include "recording/recorder.h"
#include "tests/records.h"

namespace wbtrace::tests {

inline constexpr std::uint64_t recording_start_ns = 1'000'000'000;

/// No member has its default; some names are no text.
inline analysis::StartFacts start_facts() {
    analysis::StartFacts facts;
    facts.tool_version = "1.2.3";
    facts.started_at = {1'700'000'000'000'000'000, 3600};
    facts.start_ns = recording_start_ns;
    facts.jiffies_per_second = 250;
    facts.writeback_reasons = {{0, "background"}, {3, "sync"}};
    facts.request_bits = {1U << 12, 1U << 16, 1U << 20, 1U << 11, 1U << 17, 1U << 18, 1U << 19};
    facts.threads = true;
    facts.few_rows = true;
    facts.upper_devices = {9U << 20};
    facts.host = {"6.1.0", "x86_64", 4, 1U << 30, 4096, {{"dirty_ratio", 20}}, {{1, 2, 3, 4}}};
    model::DeviceIdentity disk;
    disk.name = "sda";
    disk.dev = "8:0";
    disk.diskseq = 7;
    disk.queue.scheduler = "mq-deadline";
    disk.queue.nr_requests = 64;
    facts.disks = {disk};
    analysis::MountedFilesystem root;
    root.type = "ext4";
    root.mount_point = "/mnt\xff\n";
    root.s_dev = 8U << 20;
    facts.machine.filesystems = {root};
    facts.machine.places = {{8U << 20, 2048, 1U << 20, 8U << 20}};
    facts.machine.loops = {{7U << 20, 8U << 20}};
    facts.machine.cgroup_paths = {{1, "/"}, {UINT64_MAX, "hex:not"}};
    facts.machine.accounts = {{7, {7, 3, "dd", 11, 13}}};
    facts.command = {"dd", "of=\xfe"};
    facts.interval_ns = 5;
    facts.options = {"--dev sda"};
    return facts;
}

inline analysis::CutFacts cut_facts() {
    const auto start = start_facts();
    analysis::CutFacts facts;
    facts.cut_ns = 2 * recording_start_ns;
    facts.taken_at = start.started_at;
    facts.host = start.host;
    facts.machine = start.machine;
    facts.devices = start.disks;
    facts.bdi_names = {{"8:0", "sda"}};
    events::KernelTotals::Device device;
    device.where.dev = 8U << 20;
    device.totals.op[WB_PHASE_SETTLING][WB_OWNER_SCOPE][WB_OP_WRITE] = {3, 5, 7, 9};
    device.totals.bios_queued = UINT64_MAX;
    device.totals.unplug_depth[3] = 4;
    facts.totals.devices = {device};
    facts.totals.cpu.lost[WB_LOSS_MAP_FULL] = 2;
    facts.totals.cpu.pages_written = 17;
    facts.totals.cpu.throttle[WB_OWNER_SCOPE] = {1, 2, 3};
    facts.totals.cpu.pages[WB_OWNER_OTHERS][WB_PAGES_ADDED].orders[2] = 5;
    facts.capture.probes = {{"block_rq_issue", true, true, "", 3, std::nullopt, 1}};
    facts.capture.events = 21;
    facts.capture.lost = {{"malformed", "records that could not be read", 1}};
    facts.capture.late = 2;
    facts.capture.own_cpu_ns = 3;
    facts.capture.bpf_run_ns = 4;
    facts.capture.duration_ns = 5;
    facts.capture.buffer_bytes = 6;
    facts.capture.filters = {"--op write"};
    facts.capture.unavailable = {{"throttle", "because"}};
    facts.run.emplace();
    facts.run->command = start.command;
    facts.run->signal = 9;
    facts.run->settled = false;
    facts.run->unsettled_file = "inode 12 on \xff";
    facts.running_works = {{3, 8U << 20, "8:0", 5, 7, 11, 13, 17, "sy\xff"}};
    facts.files = {{8U << 20, 12, 3, model::FileState::renamed, "/mnt/\x01"}};
    return facts;
}

/// Some names are no text, and there is one row of each of two kinds.
inline model::NamedStacks named_stacks() {
    model::NamedStacks stacks;
    stacks.kinds = bit_of(model::StackKind::wait) | bit_of(model::StackKind::io);
    stacks.user_frames = true;
    stacks.names = {"dd", "main\xff;", "vfs_write", "schedule", "hex:not"};
    stacks.rows = {{model::StackKind::wait, 7, 8, 0, 4, {3, 2}, {1}, 1, 2, UINT64_MAX},
                   {model::StackKind::io, 7, 0, 0, 0, {2}, {}, 0, 1, 4096}};
    stacks.notes = {"3 mappings were missed"};
    return stacks;
}

/// Shows the sink record number `i` of a stream in which every eighth is no request.
inline void show_record(events::Sink& sink, std::uint64_t i) {
    const auto time_ns = recording_start_ns + 1000 * i;
    if (i % 8 == 3) return sink.on(page_run(time_ns));
    if (i % 8 == 6) return sink.on(dirty_throttled(time_ns));
    auto record = request_done(time_ns);
    record.sector = i * 2654435761U % (1U << 21);
    sink.on(record);
}

/// Writes `count` records, with a cut after half of them, and the end.
inline recording::Outcome record_to(const std::string& path, std::uint64_t count,
                                    recording::Keep keep = {}) {
    auto recorder = recording::Recorder::create(path, keep);
    if (!recorder) return {};
    (*recorder)->begin(start_facts());
    (*recorder)->write();
    for (std::uint64_t i = 1; i <= count; ++i) {
        show_record(**recorder, i);
        if (i == count / 2) (*recorder)->cut(cut_facts());
    }
    (*recorder)->stacks(named_stacks(), cut_facts().cut_ns);
    return (*recorder)->end(cut_facts());
}

inline std::vector<std::byte> file_bytes(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

}  // namespace wbtrace::tests
