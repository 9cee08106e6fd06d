// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/record_fields.h"

#include <fmt/format.h>

namespace wbtrace::analysis {

static_assert(model::op_count == WB_OP_COUNT);

model::Op op_of(const wb_request_done& record) {
    switch (record.op) {
    case WB_OP_READ: return model::Op::read;
    case WB_OP_WRITE: return model::Op::write;
    case WB_OP_DISCARD: return model::Op::discard;
    case WB_OP_FLUSH: return model::Op::flush;
    case WB_OP_WRITE_ZEROES: return model::Op::write_zeroes;
    case WB_OP_PASSTHROUGH: return model::Op::passthrough;
    default: return model::Op::other;
    }
}

std::string dev_text(std::uint32_t dev) { return fmt::format("{}:{}", dev >> 20, dev & 0xfffffU); }

}  // namespace wbtrace::analysis
