// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <span>
#include <string>

#include "top/history.h"
#include "top/moment.h"
#include "top/view_state.h"

namespace wbtrace::top {

inline constexpr std::size_t batch_columns = 80;

/// The first lines and the tables of these panes, as plain text without colours or a chosen row:
/// columns stand where they stand in every interval.
std::string batch_text(const Moment& moment, const History& history, ViewState state,
                       std::span<const Pane> panes);

}  // namespace wbtrace::top
