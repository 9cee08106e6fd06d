// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "model/time_budget.h"

#include <algorithm>
#include <numeric>

namespace wbtrace::model {

TimeParts& TimeParts::operator+=(const TimeParts& more) {
    for (std::size_t i = 0; i < time_part_count; ++i) ns[i] += more.ns[i];
    return *this;
}

std::uint64_t TimeParts::sum() const {
    return std::accumulate(ns.begin(), ns.end(), std::uint64_t{0});
}

std::uint64_t TimeParts::asleep() const {
    return std::accumulate(ns.begin() + first_asleep, ns.end(), std::uint64_t{0});
}

void TimeParts::take_from_sleep(std::uint64_t over) {
    for (over = std::min(over, asleep()); over != 0;) {
        auto& most = *std::max_element(ns.begin() + first_asleep, ns.end());
        const auto taken = std::min(over, most);
        most -= taken;
        over -= taken;
    }
}

HeldBack& HeldBack::operator+=(const HeldBack& more) {
    waits += more.waits;
    ns += more.ns;
    max_ns = std::max(max_ns, more.max_ns);
    return *this;
}

}  // namespace wbtrace::model
