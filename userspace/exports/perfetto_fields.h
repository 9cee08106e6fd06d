// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Numbers of the public format of Perfetto traces (protos/perfetto/trace of its repository), those
// that are used here. They never change.
#pragma once

#include <cstdint>

namespace wbtrace::exports::perfetto {

using Field = std::uint32_t;

namespace trace {
inline constexpr Field packet = 1;
}

namespace packet {
inline constexpr Field clock_snapshot = 6, timestamp = 8, sequence_id = 10, track_event = 11,
                       interned_data = 12, sequence_flags = 13, timestamp_clock_id = 58,
                       defaults = 59, track_descriptor = 60;
inline constexpr std::uint32_t state_cleared = 1, needs_state = 2;  // of sequence_flags
}  // namespace packet

namespace clock_snapshot {
inline constexpr Field clocks = 1, primary_trace_clock = 2;
inline constexpr Field clock_id = 1, timestamp = 2;          // of a clock
inline constexpr std::uint32_t realtime = 1, monotonic = 3;  // clocks
}  // namespace clock_snapshot

namespace track {
inline constexpr Field uuid = 1, name = 2, process = 3, parent_uuid = 5, counter = 8;
inline constexpr Field pid = 1, process_name = 6;  // of a process
inline constexpr Field unit = 3, unit_name = 6;    // of a counter
inline constexpr std::int32_t unit_count = 2, unit_bytes = 3;
}  // namespace track

namespace event {
inline constexpr Field debug_annotations = 4, type = 9, name_iid = 10, track_uuid = 11, name = 23,
                       counter_value = 30, flow_ids = 47, terminating_flow_ids = 48;
inline constexpr std::int32_t slice_begin = 1, slice_end = 2, instant = 3, counter = 4;  // types
}  // namespace event

namespace annotation {
inline constexpr Field name_iid = 1, uint_value = 3, int_value = 4, string_value = 6, name = 10,
                       string_value_iid = 17;
}

namespace interned {
inline constexpr Field event_names = 2, annotation_names = 3, annotation_strings = 29;
inline constexpr Field iid = 1, text = 2;  // of each of them
}  // namespace interned

}  // namespace wbtrace::exports::perfetto
