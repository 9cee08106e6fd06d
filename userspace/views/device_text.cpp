// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause

#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "views/availability.h"
#include "views/device_blocks.h"
#include "views/device_figures.h"
#include "views/layer_times.h"
#include "views/text_sections.h"
#include "views/text_table.h"
#include "views/units_text.h"

namespace wbtrace::views {

namespace {

constexpr auto flush = static_cast<std::size_t>(model::Op::flush);

void write_ops(TextPage& page, const model::DeviceFigures& device, std::uint64_t duration_ns) {
    TextTable table({"op", unit_of(device), "bytes", "rate over " + duration_text(duration_ns),
                     "avg size", "p50 size", "max size"},
                    1);
    for (std::size_t op = 0; op < model::op_count; ++op) {
        const auto& totals = device.by_op[op].totals;
        if (totals.requests == 0 && totals.bytes == 0) continue;
        const auto& size = device.by_op[op].request_size_bytes;
        const bool sized = op != flush && !size.empty();
        const auto size_text = [sized](std::uint64_t bytes) {
            return sized ? bytes_text(bytes) : std::string{"-"};
        };
        table.row({model::op_names[op], count_text(totals.requests), bytes_text(totals.bytes),
                   op == flush ? "-" : rate_text(totals.bytes, duration_ns),
                   size_text(static_cast<std::uint64_t>(size.mean() + 0.5)),
                   size_text(size.quantile(0.5)), size_text(size.max())});
    }
    table.write(page);
}

void write_trouble(TextPage& page, const model::DeviceFigures& device) {
    std::vector<std::string> errors;
    std::vector<std::string> requeues;
    for (std::size_t op = 0; op < model::op_count; ++op) {
        const auto& totals = device.by_op[op].totals;
        const auto entry = [op](std::uint64_t count) {
            return fmt::format("{} {}", count_text(count), model::op_names[op]);
        };
        if (totals.errors) errors.push_back(entry(totals.errors));
        if (totals.requeued) requeues.push_back(entry(totals.requeued));
    }
    if (device.logged_errors)
        errors.push_back(count_text(device.logged_errors) + " of them logged by the kernel");
    if (!errors.empty()) page.items("errors", errors);
    if (device.recorder)
        page.words("recorder",
                   fmt::format("{}, {} for the recording, not counted elsewhere",
                               counted(device.recorder->requests, "request", "requests"),
                               bytes_text(device.recorder->bytes)));
    if (!requeues.empty()) page.items("requeued", requeues);
}

void write_owner(TextTable& table, std::string who, const model::OwnerTotals& owner,
                 const model::RunFigures& run) {
    const auto row = [&](const auto& by_op, const char* when, std::uint64_t duration_ns) {
        const auto totals = all_ops(by_op);
        if (totals.requests == 0 && totals.bytes == 0) return;
        table.row({std::exchange(who, ""), fmt::format("{} ({})", when, duration_text(duration_ns)),
                   count_text(totals.requests), bytes_text(totals.bytes),
                   rate_text(totals.bytes, duration_ns)});
    };
    row(owner.while_running, "while it ran", run.wall_ns);
    row(owner.after_end, "after it ended", run.settle_ns);
    if (!who.empty()) table.row({who, "", "0", "0 B", "-"});
}

void write_owners(TextPage& page, const model::DeviceFigures& device,
                  const model::Snapshot& snapshot) {
    if (!snapshot.run || why_unavailable(snapshot, "devices[].scope")) return;
    TextTable table({"who", "when", unit_of(device), "bytes", "rate"}, 2);
    write_owner(table, "this command", device.scope, *snapshot.run);
    write_owner(table, "everything else", device.others, *snapshot.run);
    page.blank();
    table.write(page);
}

void write_queue_settings(TextPage& page, const model::QueueSettings& queue) {
    std::vector<std::string> items;
    const auto add = [&items](const auto& value, std::string_view format) {
        if (value) items.push_back(fmt::format(fmt::runtime(format), *value));
    };
    if (!queue.scheduler.empty()) items.push_back("scheduler " + printable(queue.scheduler));
    add(queue.nr_requests, "{} requests");
    add(queue.max_sectors_kb, "at most {} KiB each");
    add(queue.max_segments, "{} segments");
    add(queue.read_ahead_kb, "read-ahead {} KiB");
    add(queue.logical_block_size, "block {} B");
    add(queue.nomerges, "nomerges {}");
    add(queue.wbt_lat_usec, "wbt {} us");
    add(queue.rotational, "rotational {}");
    if (!queue.write_cache.empty()) items.push_back("cache: " + printable(queue.write_cache));
    if (!items.empty()) page.items("queue", items);
}

void write_device(TextPage& page, const model::DeviceFigures& device,
                  const model::Snapshot& snapshot, const TextOptions& options) {
    page.title("Device " + device_title(device) +
               (device.bio_based ? ", bio-based: bios are measured queue to complete" : ""));
    if (device.partition) page.line("  a partition: only I/O in its sector range");
    if (options.verbose) write_queue_settings(page, device.queue);
    if (!has_io(device)) {
        page.line("  no I/O reached it");
        return;
    }
    if (options.verbose) page.blank();
    write_ops(page, device, traced_ns(snapshot));
    write_trouble(page, device);
    write_owners(page, device, snapshot);
    write_latencies(page, device, options);
    write_queueing(page, device, snapshot);
}

void write_folded(TextPage& page, const std::vector<const model::DeviceFigures*>& media) {
    page.title(fmt::format("Device {} ({})", folded_name(media), printable(media.front()->dev)));
    page.line("  the number was used again and again: -v and the JSON report have each medium");
}

}  // namespace

void write_devices(TextPage& page, const model::Snapshot& snapshot, const TextOptions& options) {
    const auto devices = shown_devices(snapshot);
    for (const auto* device : devices) {
        const auto media = folded_media(snapshot, *device, options.verbose);
        if (!media.empty()) {
            if (media.front() == device) write_folded(page, media);
            continue;
        }
        write_device(page, *device, snapshot, options);
        const bool only_one = devices.size() == 1 && !is_brief(snapshot);
        if (options.per_device_histograms || only_one) {
            write_spread(page, {device}, options);
        }
    }
}

}  // namespace wbtrace::views
