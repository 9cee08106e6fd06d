// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <utility>
#include <vector>

#include "events/sink.h"

namespace wbtrace::pipeline {

/// Passes each record to several sinks, in the order of the list. Does not own them.
class FanOut final : public events::Sink {
public:
    explicit FanOut(std::vector<events::Sink*> sinks) : sinks_(std::move(sinks)) {}

#define WB_FAN_OUT_METHOD(number, name, type, what)          \
    void on(const type& record) override {                   \
        for (events::Sink * sink : sinks_) sink->on(record); \
    }
    WB_EVENT_LIST(WB_FAN_OUT_METHOD)
#undef WB_FAN_OUT_METHOD

private:
    std::vector<events::Sink*> sinks_;
};

}  // namespace wbtrace::pipeline
