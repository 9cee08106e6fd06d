// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace wbtrace::events {

/// "REQUEST_DONE" for WB_EVENT_REQUEST_DONE; empty for a kind that is not known.
std::string_view kind_name(std::uint16_t kind);

/// The same in small letters.
std::string small_kind_name(std::uint16_t kind);

}  // namespace wbtrace::events
