// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <algorithm>

#include <fmt/format.h>

#include "base/printable.h"
#include "views/availability.h"
#include "views/histogram_text.h"
#include "views/text_sections.h"
#include "views/text_table.h"
#include "views/units_text.h"

namespace wbtrace::views {

namespace {

constexpr std::size_t throttle_rows_shown = 5;  // of processes and devices, without -v

std::uint64_t waits_of(const model::ThrottleFigures& throttle) {
    return throttle.scope_waits + throttle.other_waits;
}

std::string mean_text(std::uint64_t total_ns, std::uint64_t waits) {
    return waits ? duration_text(total_ns / waits) : "-";
}

void write_who(TextPage& page, const model::ThrottleFigures& throttle, bool has_command) {
    TextTable table({"who", "waits", "total", "of wall time", "avg wait", "p99", "max"}, 1);
    const auto row = [&table](const char* who, std::uint64_t waits, std::uint64_t total_ns,
                              const std::string& share, const model::Histogram* spread) {
        const auto at = [spread](std::uint64_t ns) {
            return spread && !spread->empty() ? duration_text(ns) : std::string{"-"};
        };
        const model::Histogram none;
        const auto& ns = spread ? *spread : none;
        table.row({who, count_text(waits), duration_text(total_ns), share,
                   mean_text(total_ns, waits), at(ns.quantile(0.99)), at(ns.max())});
    };
    if (has_command) {
        row("this command", throttle.scope_waits, throttle.scope_pause_ns,
            throttle.wall_share ? percent_text(*throttle.wall_share) : "-",
            &throttle.scope_pause_hist_ns);
        row("everything else", throttle.other_waits, throttle.other_pause_ns, "-", nullptr);
    } else {
        row("everybody", waits_of(throttle), throttle.scope_pause_ns + throttle.other_pause_ns, "-",
            &throttle.pause_hist_ns);
    }
    table.write(page);
}

std::string amount(std::uint64_t pages, const model::Snapshot& snapshot) {
    return bytes_text(pages * snapshot.host.page_bytes);
}

std::vector<std::string> limit_items(std::uint64_t device, std::uint64_t global,
                                     std::uint64_t memcg) {
    std::vector<std::string> items;
    const auto add = [&items](std::uint64_t count, const char* what) {
        if (count) items.push_back(fmt::format("{} {}", what, count_text(count)));
    };
    add(device, "device");
    add(global, "global");
    add(memcg, "memory cgroup");
    return items;
}

void write_limits(TextPage& page, const model::Snapshot& snapshot) {
    const auto& throttle = *snapshot.throttle;
    const auto hits =
        limit_items(throttle.limit_device, throttle.limit_global, throttle.limit_memcg);
    if (!hits.empty()) page.items("limit hit", {fmt::format("{} waits", fmt::join(hits, ", "))});
    if (throttle.last) {
        page.items("dirty",
                   {amount(throttle.last->dirty_pages, snapshot) + " at the last wait",
                    "limit " + amount(throttle.last->thresh_pages, snapshot),
                    "background " + amount(throttle.last->background_thresh_pages, snapshot)});
    }
    if (throttle.global_state) {
        const auto& system = *throttle.global_state;
        page.items("system", {"limit " + amount(system.thresh_pages, snapshot),
                              "background " + amount(system.background_thresh_pages, snapshot)});
    }
}

void write_more(TextPage& page, std::size_t rows, std::size_t shown) {
    if (rows > shown) page.line(fmt::format("  and {} more (-v)", rows - shown));
}

void write_processes(TextPage& page, const model::ThrottleFigures& throttle, std::size_t limit,
                     bool has_command) {
    TextTable table({"process", "pid", "waits", "total", "avg wait", "max", ""}, 1);
    const auto shown = std::min(limit, throttle.by_process.size());
    for (std::size_t i = 0; i < shown; ++i) {
        const auto& process = throttle.by_process[i];
        const auto& ns = process.pause_ns;
        table.row({printable(process.comm), fmt::format("{}", process.tgid), count_text(ns.count()),
                   duration_text(ns.sum()), mean_text(ns.sum(), ns.count()),
                   duration_text(ns.max()), has_command && process.in_scope ? "this command" : ""});
    }
    if (shown) page.blank();
    table.write(page);
    write_more(page, throttle.by_process.size(), shown);
}

void write_devices_waited_for(TextPage& page, const model::ThrottleFigures& throttle,
                              std::size_t limit) {
    TextTable table({"device", "limit hit", "waits", "total", "avg wait", "max"}, 2);
    const auto shown = std::min(limit, throttle.by_device.size());
    for (std::size_t i = 0; i < shown; ++i) {
        const auto& device = throttle.by_device[i];
        const auto& ns = device.pause_ns;
        const auto hits = limit_items(device.limit_device, device.limit_global, device.limit_memcg);
        table.row({printable(device.name), fmt::format("{}", fmt::join(hits, ", ")),
                   count_text(ns.count()), duration_text(ns.sum()), mean_text(ns.sum(), ns.count()),
                   duration_text(ns.max())});
    }
    if (shown) page.blank();
    table.write(page);
    write_more(page, throttle.by_device.size(), shown);
}

void write_ratelimits(TextPage& page, const model::ThrottleFigures& throttle) {
    TextTable table(
        {"last rates of", "bandwidth", "on average", "dirty limit", "task limit", "updates"}, 1);
    for (const auto& rate : throttle.ratelimits) {
        const auto per_second = [](std::uint64_t bytes) { return rate_text(bytes, 1'000'000'000); };
        table.row({printable(rate.name), per_second(rate.write_bandwidth),
                   per_second(rate.avg_write_bandwidth), per_second(rate.dirty_ratelimit),
                   per_second(rate.task_ratelimit), count_text(rate.updates)});
    }
    if (!throttle.ratelimits.empty()) page.blank();
    table.write(page);
}

}  // namespace

void write_throttle(TextPage& page, const model::Snapshot& snapshot, const TextOptions& options) {
    if (why_unavailable(snapshot, "throttle") || !snapshot.throttle) return;
    const auto& throttle = *snapshot.throttle;
    if (throttle.calls == 0 && waits_of(throttle) == 0) return;
    page.title("Dirty throttling");
    if (waits_of(throttle) == 0) {
        page.line("  no task had to wait, in " + counted(throttle.calls, "check", "checks"));
        write_limits(page, snapshot);
        return;
    }
    const bool has_command = snapshot.run.has_value();
    const auto limit = options.verbose ? SIZE_MAX : throttle_rows_shown;
    write_who(page, throttle, has_command);
    page.blank();
    write_limits(page, snapshot);
    write_processes(page, throttle, limit, has_command);
    write_devices_waited_for(page, throttle, limit);
    write_ratelimits(page, throttle);
    if (is_brief(snapshot) && !options.per_device_histograms) return;
    const bool own = !throttle.scope_pause_hist_ns.empty();
    page.blank();
    page.line(own ? "  waits of this command" : "  waits of everybody");
    write_time_histogram(page, own ? throttle.scope_pause_hist_ns : throttle.pause_hist_ns,
                         options.milliseconds);
}

}  // namespace wbtrace::views
