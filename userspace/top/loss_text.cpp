// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "top/loss_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/printable.h"

namespace wbtrace::top {

std::vector<model::Loss> losses_that_happened(std::vector<model::Loss> all) {
    std::erase_if(all, [](const auto& loss) { return loss.count == 0; });
    std::stable_sort(all.begin(), all.end(),
                     [](const auto& a, const auto& b) { return a.count > b.count; });
    return all;
}

std::string loss_text(const std::vector<model::Loss>& losses, std::size_t columns) {
    std::string best;
    std::string text;
    for (std::size_t i = 0; i < losses.size(); ++i) {
        const auto& loss = losses[i];
        text += fmt::format("{}{} {}", i == 0 ? "" : ", ", loss.count, printable(loss.what));
        const auto left = losses.size() - i - 1;
        const auto whole = left == 0 ? text : text + fmt::format(", +{} more", left);
        if (display_width(whole) <= columns) best = whole;
    }
    return best;
}

}  // namespace wbtrace::top
