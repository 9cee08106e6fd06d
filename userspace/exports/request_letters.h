// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <string>

#include "analysis/context.h"
#include "bpf/abi/block_events.h"

namespace wbtrace::exports {

/// What a request does in the letters of blktrace, in their order: F (flushes before), one of
/// R, W, D or N, then F (forced unit access), A (read ahead), S (synchronous), M (metadata).
/// Letters of flags whose bits the recording does not know are missing.
std::string letters_of(const wb_request_done& record, const analysis::RequestBits& bits);

/// The same of a piece of a bio.
std::string letters_of(const wb_bio_remapped& record, const analysis::RequestBits& bits);

}  // namespace wbtrace::exports
