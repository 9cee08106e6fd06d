// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/dirty_limit.h"

#include <cstdint>

namespace wbtrace::analysis {

namespace {

// Real-time tasks get limits a quarter and a thirty-second larger, and theirs may be
// the last that was seen: 1 / 1.28 is not yet a cgroup's.
bool clearly_below(std::uint64_t thresh, std::uint64_t global_thresh) {
    return thresh < global_thresh - global_thresh / 4;
}

// (a + b) / 2 without the carry: garbage in a record must not wrap.
std::uint64_t middle(std::uint64_t a, std::uint64_t b) { return a / 2 + b / 2 + (a & b & 1); }

}  // namespace

model::DirtyLimit limit_that_bit(const wb_dirty_throttled& record) {
    if (record.memcg == 1) return model::DirtyLimit::memcg;
    if (record.global_thresh != 0 && clearly_below(record.thresh, record.global_thresh))
        return model::DirtyLimit::memcg;
    if (record.dirty <= middle(record.thresh, record.bg_thresh)) return model::DirtyLimit::device;
    return model::DirtyLimit::global;
}

}  // namespace wbtrace::analysis
