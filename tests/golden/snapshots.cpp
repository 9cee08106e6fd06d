// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/golden/snapshots.h"

namespace wbtrace::golden {

using model::Histogram;
using model::Op;

namespace {

constexpr std::size_t index(Op op) { return static_cast<std::size_t>(op); }

// What the command wrote arrived after it had ended.
void give_to_command(model::DeviceFigures& device, Op op) {
    const auto& totals = device.by_op[index(op)].totals;
    device.scope.after_end[index(op)].requests = totals.requests;
    device.scope.after_end[index(op)].bytes = totals.bytes;
}

void give_to_others(model::DeviceFigures& device, Op op) {
    const auto& totals = device.by_op[index(op)].totals;
    device.others.while_running[index(op)].requests = totals.requests;
    device.others.while_running[index(op)].bytes = totals.bytes;
}

model::PageCounts single_pages(std::uint64_t pages) {
    model::PageCounts counts{pages, pages, {}};
    counts.by_order[0] = pages;
    return counts;
}

model::WritebackFigures one_flush(const std::string& device, std::uint64_t pages) {
    model::WritebackFigures writeback;
    writeback.works = 2;
    writeback.pages = pages;
    writeback.pages_written = pages;
    writeback.by_reason = {{"periodic", device, 1, pages - 1009, {}, repeated(318'000'000, 1)},
                           {"sync", device, 1, 1009, repeated(41'000, 1), repeated(12'700'000, 1)}};
    writeback.largest = {
        {"periodic", device, "", 0, std::nullopt, 3'720'000'000, 4'038'000'000, pages - 1009, 9},
        {"sync", device, "sync", 4711, 4'040'000'000, 4'040'041'000, 4'052'741'000, 1009, 1}};
    return writeback;
}

}  // namespace

model::Snapshot plain_dd() {
    auto snapshot = quiet_host();
    snapshot.run = run_of({"dd", "if=/dev/zero", "of=f", "bs=1M", "count=67"});
    auto device = disk("sda", "8:0");
    fill_op(device, Op::read, 3, 4096, 110'000);
    fill_op(device, Op::write, 134, 524288, 2'900'000);
    fill_op(device, Op::flush, 2, 0, 1'100'000);
    give_to_others(device, Op::read);
    give_to_command(device, Op::write);
    give_to_others(device, Op::flush);
    device.bios = {17155, 70266880, 17001, 17, 0, 1};
    device.request_merges = 3;
    device.plug = {19, 18, 17, spread(7, 18)};
    device.queue_depth_requests = spread(11, 139);
    snapshot.devices.push_back(device);
    snapshot.throttle.emplace();
    snapshot.throttle->calls = 2144;
    snapshot.throttle->wall_share = 0.0;
    snapshot.throttle->global_state = model::DirtyState{0, 190'112, 380'691};
    snapshot.writeback = one_flush("sda", 17152);
    snapshot.page_cache.emplace();
    snapshot.page_cache->dirtied = single_pages(17'163);
    snapshot.page_cache->scope_dirtied = single_pages(17'152);
    snapshot.page_cache->added = single_pages(17'203);
    snapshot.page_cache->scope_added = single_pages(17'155);
    snapshot.page_cache->evicted = single_pages(31);
    add_who_and_what(snapshot);
    return snapshot;
}

model::Snapshot lossy() {
    auto snapshot = plain_dd();
    auto& capture = snapshot.capture;
    capture.lost[0] = {"ring_full", "records that found their ring buffer full", 20'011};
    capture.lost[4] = {"in_flight_at_end", "requests still in flight at the end", 7};
    capture.late = 13;
    capture.dirtiers_evicted = 17;
    capture.probes[4] = {
        "writeback_written", false, true, "the kernel has no such tracepoint", {}, {}, {}};
    capture.probes.push_back({"mm_filemap_add_to_page_cache",
                              false,
                              true,
                              "the kernel has no such tracepoint",
                              {},
                              {},
                              {}});
    capture.unavailable["writeback"] = "writeback_written is not attached";
    capture.unavailable["devices[].bios.front_merged"] =
        "block_bio_frontmerge could not be attached: Operation not permitted";
    capture.unavailable["devices[].merge_ratio"] =
        "block_bio_frontmerge could not be attached: Operation not permitted";
    capture.unavailable["run.settled"] = "no dirty inode could be followed";
    snapshot.writeback.reset();
    snapshot.run->settled.reset();
    snapshot.run->exit_code = 7;
    auto& write = snapshot.devices[0].by_op[index(Op::write)];
    write.totals.errors = 2;
    snapshot.devices[0].logged_errors = 1;
    snapshot.devices[0].queue_depth_overtaken = 3;
    write.totals.requeued = 11;
    auto& file_data = snapshot.devices[0].by_kind[0];
    snapshot.devices[0].unattributed = {17, 17 * 524288};
    file_data.requests -= 17;
    file_data.bytes -= 17 * 524288;
    return snapshot;
}

model::Snapshot throttled() {
    auto snapshot = plain_dd();
    snapshot.run->wall_ns = 2'310'000'000;
    snapshot.run->settled = false;
    snapshot.run->settle_ns = 30'000'000'000;
    snapshot.run->unsettled_files = 3;
    snapshot.run->unsettled_file = "inode 4711 on /mnt/scratch (8:1)";
    snapshot.run->processes_left = 2;
    auto& device = snapshot.devices[0];
    device.scope.while_running[index(Op::write)] = {97, 50'855'936, 0, 0};
    device.scope.after_end[index(Op::write)] = {37, 19'398'656, 0, 0};
    auto& throttle = *snapshot.throttle;
    throttle.scope_waits = 127;
    throttle.scope_pause_hist_ns = spread(9'800'000, 127);
    throttle.scope_pause_ns = throttle.scope_pause_hist_ns.sum();
    throttle.pause_hist_ns = throttle.scope_pause_hist_ns;
    throttle.pause_hist_ns.record(4'000'000, 3);
    throttle.other_waits = 3;
    throttle.other_pause_ns = 12'000'000;
    throttle.by_process = {{4711, "dd", true, throttle.scope_pause_hist_ns},
                           {612, "systemd-journal", false, repeated(4'000'000, 3)}};
    throttle.by_device = {{"sda", throttle.pause_hist_ns, 2, 128, 0}};
    throttle.limit_device = 128;
    throttle.limit_global = 2;
    throttle.last = model::DirtyState{1021, 512, 1024};
    throttle.ratelimits = {{"sda", 41, 136'314'880, 127'926'272, 31'457'280, 20'971'520}};
    throttle.wall_share = static_cast<double>(throttle.scope_pause_ns) / 2'310'000'000.0;
    add_time_budget(snapshot);
    return snapshot;
}

model::Snapshot bio_based_zram() {
    auto snapshot = quiet_host();
    snapshot.run = run_of({"fio", "--name=j", "--filename=/dev/zram0", "--rw=randwrite"});
    snapshot.run->settle_ns = 2'000'000;
    auto device = disk("zram0", "253:0");
    device.bio_based = true;
    device.queue = {};
    fill_op(device, Op::write, 16381, 4096, 3'100);
    fill_op(device, Op::discard, 1, 1ull << 30, 41'000);
    device.bios = {16382, 16381ull * 4096 + (1ull << 30), 0, 0, 0, 0};
    device.scope.while_running[index(Op::write)] = device.by_op[index(Op::write)].totals;
    device.scope.while_running[index(Op::discard)] = device.by_op[index(Op::discard)].totals;
    snapshot.devices.push_back(device);
    return snapshot;
}

model::Snapshot stacked_md() {
    auto snapshot = quiet_host();
    snapshot.run = run_of({"dd", "if=/dev/zero", "of=/mnt/f", "bs=1M", "count=256"});
    auto md = disk("md0", "9:0");
    md.bio_based = true;
    md.leaf = false;
    md.parents = {"sda", "sdb", "sdc", "sdd"};
    fill_op(md, Op::write, 4096, 65536, 3'900'000);
    give_to_command(md, Op::write);
    md.bios = {4096, 256ull << 20, 0, 0, 128, 1};
    md.layer = 1;
    md.diskseq = 12;
    const auto whole_ns = md.by_op[index(Op::write)].q2c_ns.sum();
    auto& time = md.layer_time.emplace();
    time.own_ns = spread(410'000, 4091);
    time.undivided = 5;
    time.undivided_ns = 2'300'000;
    const auto beneath_ns = whole_ns - time.undivided_ns - time.own_ns.sum();
    for (const auto& member : md.parents) time.beneath.push_back({0, member, beneath_ns / 4});
    time.beneath.back().ns += beneath_ns % 4;
    snapshot.devices.push_back(md);
    const char* numbers[] = {"8:0", "8:16", "8:32", "8:48"};
    for (std::size_t i = 0; i < 4; ++i) {
        auto member = disk(md.parents[i], numbers[i]);
        fill_op(member, Op::write, 1024 + i, 65536, 3'100'000 + 1'300'000 * (i == 2));
        give_to_command(member, Op::write);
        member.bios = {1024 + i, (1024 + i) * 65536, 0, 0, 0, 0};
        member.queue_depth_requests = spread(31, 1024 + i);
        snapshot.devices.push_back(member);
    }
    snapshot.devices.push_back(disk("sde", "8:64"));  // nobody used it
    return snapshot;
}

model::Snapshot reattached_loop() {
    auto snapshot = quiet_host();
    snapshot.run = run_of({"sh", "-c", "losetup -d /dev/loop0; losetup /dev/loop0 other"});
    for (unsigned i = 1; i <= 2; ++i) {
        auto medium = disk("loop0 (" + std::to_string(i) + ")", "7:0");
        medium.diskseq = 100 + i;
        medium.leaf = false;
        medium.layer = 1;
        if (i == 2) medium.parents = {"sda"};  // the other was gone before anybody looked
        fill_op(medium, Op::write, 13 * i, 4096, 800'000);
        give_to_command(medium, Op::write);
        snapshot.devices.push_back(medium);
    }
    auto device = disk("sda", "8:0");
    device.diskseq = 1;
    fill_op(device, Op::write, 7, 16384, 600'000);
    give_to_others(device, Op::write);
    snapshot.devices.push_back(device);
    return snapshot;
}

model::Snapshot hostile_names() {
    auto snapshot = throttled();
    snapshot.run->command = {
        "/usr/local/bin/\x1b]0;owned\x07", "two words", "it's", "", "caf\xe9", "\u202etxt.exe",
        std::string(300, 'x') + ".end"};
    snapshot.run->exit_code.reset();
    snapshot.run->signal = 9;
    snapshot.devices[0].name =
        "a-device-with-\x1b[31m-a-name-far-longer-than-any-table-could-ever-hold-0";
    snapshot.devices[0].queue.scheduler = "\nnone\t";
    snapshot.throttle->by_process[0].comm = "\x1b[2Jdd\n\xff\xfe";
    snapshot.throttle->by_device[0].name = std::string(90, 'w') + "\x9b";
    snapshot.throttle->ratelimits[0].name = "世界世界世界世界世界世界世界世界世界世界世界世界";
    snapshot.writeback->largest[1].requester_comm =
        "syn\x7f"
        "c\xc2\x9b";
    snapshot.writeback->by_reason[0].reason = std::string(120, 'r');
    snapshot.capture.unavailable["throttle.by_cgroup"] =
        "because\nof \x1b[0m" + std::string(99, 'y');
    make_names_hostile(snapshot);
    return snapshot;
}

model::Snapshot empty_run() {
    auto snapshot = quiet_host();
    snapshot.run = run_of({"true"});
    snapshot.run->wall_ns = 1'210'000;
    snapshot.run->settle_ns = 0;
    snapshot.devices.push_back(disk("sda", "8:0"));
    snapshot.throttle.emplace();
    snapshot.writeback.emplace();
    snapshot.page_cache.emplace();
    return snapshot;
}

model::Snapshot no_command() {
    auto snapshot = plain_dd();
    snapshot.run.reset();
    snapshot.throttle->wall_share.reset();
    snapshot.capture.duration_ns = 10'003'000'000;
    for (auto& device : snapshot.devices) {
        device.scope = {};
        for (std::size_t op = 0; op < model::op_count; ++op) {
            device.others.while_running[op] = device.by_op[op].totals;
        }
    }
    auto& cache = *snapshot.page_cache;
    cache.scope_dirtied = cache.scope_added = cache.scope_evicted = {};
    cache.dirtied.pages += 512 * 4;
    cache.dirtied.folios += 4;
    cache.dirtied.by_order[9] = 4;
    snapshot.throttle->other_waits = 5;
    snapshot.throttle->other_pause_ns = 50'000'000;
    snapshot.throttle->pause_hist_ns = repeated(10'000'000, 5);
    snapshot.throttle->limit_global = 5;
    snapshot.throttle->last = model::DirtyState{300'112, 190'112, 380'691};
    snapshot.capture.bpf_run_ns = 9'100'000;
    for (auto& probe : snapshot.capture.probes) {
        probe.runs = 17'155;
        probe.run_ns = 17'155 * 211;
    }
    add_many_rows(snapshot);
    snapshot.processes[0].in_scope = false;
    return snapshot;
}

model::Snapshot one_interval() {
    auto snapshot = no_command();
    snapshot.capture.duration_ns = 1'000'213'000;
    snapshot.interval = model::IntervalFigures{3, false, 2'000'051'000, 3'000'264'000};
    snapshot.taken_at = model::LocalTime{1'774'792'987'250'000'000, 2 * 3600};
    return snapshot;
}

model::Snapshot all_intervals() {
    auto snapshot = no_command();
    snapshot.interval = model::IntervalFigures{10, true, 0, snapshot.capture.duration_ns};
    snapshot.taken_at = model::LocalTime{1'774'792'987'250'000'000, -(3 * 3600 + 1800)};
    return snapshot;
}

std::vector<Case> cases() {
    views::TextOptions timed;
    timed.timestamp = true;
    views::TextOptions details;
    details.per_device_histograms = true;
    details.milliseconds = true;
    details.verbose = true;
    return {
        {"plain_dd", plain_dd(), {}, true},
        {"throttled", throttled(), {}, true},
        {"lossy", lossy(), {}, true},
        {"bio_based_zram", bio_based_zram(), {}, true},
        {"stacked_md", stacked_md(), {}, true},
        {"stacked_md_details", stacked_md(), details, false},
        {"reattached_loop", reattached_loop(), {}, true},
        {"hostile_names", hostile_names(), {}, true},
        {"empty_run", empty_run(), {}, true},
        {"sync_heavy", sync_heavy(), {}, true},
        {"no_command", no_command(), {}, true},
        {"no_command_details", no_command(), details, false},
        {"one_interval", one_interval(), timed, true},
        {"all_intervals", all_intervals(), timed, true},
    };
}

}  // namespace wbtrace::golden
