// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/losses.h"

namespace wbtrace::analysis {

std::vector<model::Loss> losses(const events::KernelTotals& totals) {
    const auto& lost = totals.cpu.lost;
    std::vector<model::Loss> rows = {
#define WB_LOSS_ROW(name, key, what) model::Loss{#key, what, lost[WB_LOSS_##name]},
        WB_LOSS_LIST(WB_LOSS_ROW)
#undef WB_LOSS_ROW
    };
    // Request records are counted with their device, on a line that is hot anyway.
    for (const auto& device : totals.devices)
        rows[WB_LOSS_RING_FULL].count += device.totals.ring_full;
    return rows;
}

}  // namespace wbtrace::analysis
