// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "decode/dispatch.h"

#include <cstdint>

namespace wbtrace::decode {

namespace {

constexpr std::size_t record_alignment = 8;

bool aligned(const std::byte* data) {
    return reinterpret_cast<std::uintptr_t>(data) % record_alignment == 0;
}

// The record is used in place: a copy of each would cost more than all the rest of
// decoding. A record longer than its struct comes from a newer kernel side, which
// only ever appends fields.
template <typename Record>
Status deliver(std::span<const std::byte> record, events::Sink& sink) {
    static_assert(alignof(Record) <= record_alignment);
    if (record.size() < sizeof(Record)) return Status::malformed;
    sink.on(*reinterpret_cast<const Record*>(record.data()));
    return Status::ok;
}

}  // namespace

Status dispatch(std::span<const std::byte> record, events::Sink& sink) {
    if (record.size() < sizeof(wb_event_header) || !aligned(record.data()))
        return Status::malformed;
    const auto& header = *reinterpret_cast<const wb_event_header*>(record.data());
    if (header.size > record.size() || header.size < sizeof(wb_event_header))
        return Status::malformed;

    const auto whole = record.first(header.size);
    switch (header.kind) {
#define WB_DISPATCH_CASE(number, name, type, what) \
    case number: return deliver<type>(whole, sink);
        WB_EVENT_LIST(WB_DISPATCH_CASE)
#undef WB_DISPATCH_CASE
    default: return Status::unknown_kind;
    }
}

}  // namespace wbtrace::decode
