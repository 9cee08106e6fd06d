// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Records as lines for people: time since the start of the trace, kind, and what it is about.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "events/sink.h"

namespace wbtrace {

/// Writes a line for each record.
class EventText final : public events::Sink {
public:
    /// `start_ns`: what times are counted from.
    explicit EventText(std::uint64_t start_ns) : start_ns_(start_ns) {}

#define WB_TEXT_METHOD(number, name, type, what) void on(const type& record) override;
    WB_EVENT_LIST(WB_TEXT_METHOD)
#undef WB_TEXT_METHOD

    /// What was written since the last call.
    [[nodiscard]] std::string take() { return std::exchange(text_, {}); }
    [[nodiscard]] std::size_t size() const { return text_.size(); }

private:
    void line(const wb_event_header& header, std::string_view about);

    std::uint64_t start_ns_;
    std::string text_;
};

}  // namespace wbtrace
