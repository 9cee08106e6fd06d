// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <map>

#include "events/kernel_totals.h"
#include "events/sink.h"

namespace wbtrace::analysis {

/// Counts records as the kernel counts what they are about, where its own totals say too much:
/// for a part of a trace, or under a filter. What no record tells (bios, merges, plugs, calls that
/// did not wait, pages that workers wrote) stays zero; see unknown_to_records().
class RecordTotals final : public events::Sink {
public:
    using events::Sink::on;
    void on(const wb_request_done& record) override;
    void on(const wb_dirty_throttled& record) override;
    void on(const wb_page_run& record) override;

    [[nodiscard]] events::KernelTotals totals() const;

private:
    std::map<std::uint32_t, events::KernelTotals::Device> devices_;  // by slot
    wb_cpu_totals cpu_{};
};

}  // namespace wbtrace::analysis
