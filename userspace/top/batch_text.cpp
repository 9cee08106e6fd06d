// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "top/batch_text.h"

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "top/loss_text.h"
#include "top/order.h"
#include "top/parts.h"

namespace wbtrace::top {

namespace {

constexpr std::size_t header_rows = 3;
constexpr std::size_t least_with_sums = 8;

std::string without_empty_lines(const std::string& text) {
    std::string left;
    for (std::size_t at = 0; at < text.size();) {
        const auto end = text.find('\n', at) + 1;
        if (end - at > 1) left.append(text, at, end - at);
        at = end;
    }
    return left;
}

std::string table_text(const History& history, const ViewState& state) {
    const auto all = rows_in_order(history, state, SIZE_MAX).size();
    const auto rows = std::min(all, state.most_rows.value_or(all));
    const Size size{batch_columns, std::max(rows + 2, least_with_sums)};
    Grid grid(size);
    draw_table(history, state, {0, size.rows}, grid);
    return without_empty_lines(grid.text());
}

}  // namespace

std::string batch_text(const Moment& moment, const History& history, ViewState state,
                       std::span<const Pane> panes) {
    Grid grid(Size{batch_columns, header_rows});
    draw_header(moment, state, {0, header_rows}, grid);
    std::string text = grid.text();
    // Plain text has no help that could say it.
    constexpr std::string_view lost = "lost: ";
    const auto kinds = loss_text(history.losses(), batch_columns - lost.size());
    if (!kinds.empty()) text.append(lost).append(kinds) += '\n';
    for (const Pane pane : panes) {
        // Over time there is no picture in plain text.
        state.pane = pane == Pane::latency ? Pane::devices : pane;
        text += "\n" + table_text(history, state);
    }
    return text + "\n";
}

}  // namespace wbtrace::top
