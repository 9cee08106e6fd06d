// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "host/queue_settings.h"

#include "host/pseudo_file.h"

namespace wbtrace::host {

model::QueueSettings read_queue_settings(const std::string& queue_directory) {
    const auto number = [&](const char* file) { return read_number(queue_directory + "/" + file); };
    const auto line = [&](const char* file) {
        return read_line(queue_directory + "/" + file).value_or("");
    };
    model::QueueSettings settings;
    settings.scheduler = chosen_word(line("scheduler")).value_or("");
    settings.write_cache = line("write_cache");
    settings.nr_requests = number("nr_requests");
    settings.max_sectors_kb = number("max_sectors_kb");
    settings.read_ahead_kb = number("read_ahead_kb");
    settings.nomerges = number("nomerges");
    settings.rotational = number("rotational");
    settings.wbt_lat_usec = number("wbt_lat_usec");
    settings.logical_block_size = number("logical_block_size");
    settings.physical_block_size = number("physical_block_size");
    settings.iostats = number("iostats");
    settings.max_segments = number("max_segments");
    return settings;
}

}  // namespace wbtrace::host
