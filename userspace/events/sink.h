// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include "bpf/abi/block_events.h"
#include "bpf/abi/event_list.h"
#include "bpf/abi/page_cache_events.h"
#include "bpf/abi/process_events.h"
#include "bpf/abi/sync_events.h"
#include "bpf/abi/writeback_events.h"

namespace wbtrace::events {

/// Sees every record in time order. A sink overrides what it cares for; the
/// overloads come from the catalogue, one per kind.
class Sink {
public:
    Sink() = default;
    Sink(const Sink&) = delete;
    Sink& operator=(const Sink&) = delete;
    virtual ~Sink() = default;

#define WB_SINK_METHOD(number, name, type, what) \
    virtual void on(const type&) {}
    WB_EVENT_LIST(WB_SINK_METHOD)
#undef WB_SINK_METHOD
};

}  // namespace wbtrace::events
