// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/losses.h"

namespace wbtrace::analysis {

std::vector<model::Loss> losses(const events::KernelTotals& totals) {
    const auto& lost = totals.cpu.lost;  // whoever read the totals added those of the devices
    return {
#define WB_LOSS_ROW(name, key, what) model::Loss{#key, what, lost[WB_LOSS_##name]},
        WB_LOSS_LIST(WB_LOSS_ROW)
#undef WB_LOSS_ROW
    };
}

}  // namespace wbtrace::analysis
