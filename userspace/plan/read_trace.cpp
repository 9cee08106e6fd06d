// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "plan/plan_sections.h"

namespace wbtrace::plan {

namespace {

constexpr std::string_view trace_keys[] = {"sync_calls", "plug_time", "settle", "buffer"};

// What --buffer takes.
constexpr Range buffer_sizes{std::uint64_t{64} << 10U, std::uint64_t{1} << 30U};
constexpr Range settle_times{0, 86400};

}  // namespace

Result<void> read_trace(const Section& section, Tracing& tracing) {
    if (auto known = section.check_keys(trace_keys); !known) return known;
    const auto sync_calls = section.flag("sync_calls");
    if (!sync_calls) return tl::unexpected(sync_calls.error());
    tracing.sync_calls = sync_calls->value_or(false);
    const auto plug_time = section.flag("plug_time");
    if (!plug_time) return tl::unexpected(plug_time.error());
    tracing.plug_time = plug_time->value_or(false);
    const auto settle = section.number("settle", settle_times);
    if (!settle) return tl::unexpected(settle.error());
    tracing.settle_s = *settle;
    const auto buffer = section.size("buffer", buffer_sizes);
    if (!buffer) return tl::unexpected(buffer.error());
    tracing.buffer_bytes = *buffer;
    return {};
}

}  // namespace wbtrace::plan
