// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstddef>
#include <span>

#include "events/sink.h"

namespace wbtrace::decode {

enum class Status {
    ok,
    unknown_kind,  ///< from a newer kernel side: skipped
    malformed,     ///< shorter than it says, than its kind needs, or not aligned: skipped
};

/// Hands one record to the overload of the sink that its kind names.
///
/// `record` begins with the header, is aligned to 8 bytes and may be followed by
/// padding. Nothing in it is trusted: size and kind are checked here. Values inside
/// (operations, slots, names) are still as the kernel side wrote them; sinks check
/// those that they index with.
Status dispatch(std::span<const std::byte> record, events::Sink& sink);

}  // namespace wbtrace::decode
