// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "views/text_report.h"

#include "views/text_page.h"
#include "views/text_sections.h"

namespace wbtrace::views {

namespace {

constexpr TextSection* sections[] = {
    write_run,         write_time_budget, write_device_tree, write_devices,
    write_leaf_spread, write_kinds,       write_processes,   write_files,
    write_cgroups,     write_throttle,    write_sync_calls,  write_writeback,
    write_page_cache,  write_losses,      write_unavailable, write_capture,
};

constexpr TextSection* interval_sections[] = {
    write_run,        write_time_budget, write_device_tree, write_devices,
    write_kinds,      write_processes,   write_files,       write_throttle,
    write_sync_calls, write_writeback,   write_page_cache,  write_losses,
};

}  // namespace

std::string text_report(const model::Snapshot& snapshot, const TextOptions& options) {
    TextPage page(options.color);
    if (is_brief(snapshot)) {
        for (const auto section : interval_sections) section(page, snapshot, options);
    } else {
        for (const auto section : sections) section(page, snapshot, options);
    }
    return std::move(page).text();
}

}  // namespace wbtrace::views
