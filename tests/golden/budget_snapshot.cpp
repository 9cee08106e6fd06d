// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/golden/snapshots.h"

namespace wbtrace::golden {

using model::TimePart;

namespace {

model::BudgetRow row_of(std::uint32_t tgid, const std::string& comm,
                        const std::vector<std::pair<TimePart, std::uint64_t>>& parts) {
    model::BudgetRow row;
    row.tgid = tgid;
    row.birth = tgid;
    row.comm = comm;
    row.threads = 1;
    for (const auto& [part, ns] : parts) row.parts[part] = ns;
    row.wall_ns = row.parts.sum();
    return row;
}

}  // namespace

void add_time_budget(model::Snapshot& snapshot) {
    auto& budget = snapshot.time_budget.emplace();
    budget.rows = {row_of(4711, "dd",
                          {{TimePart::throttle, 2'970'000'000},
                           {TimePart::cpu_kernel, 310'000'000},
                           {TimePart::cpu_user, 4'000'000},
                           {TimePart::io_controller, 173'000'000},
                           {TimePart::direct_io, 12'000'000},
                           {TimePart::runnable, 7'000'001},
                           {TimePart::other, 900'000}}),
                   row_of(4700, "sh\x1b[31m <&>",
                          {{TimePart::sleep, 3'470'000'000}, {TimePart::cpu_user, 1'100'000}})};
    budget.rows[0].held = {19, 173'000'000, 15'000'000};
    for (const auto& row : budget.rows) {
        budget.wall_ns += row.wall_ns;
        budget.threads += row.threads;
        budget.parts += row.parts;
        budget.held += row.held;
    }
    budget.unknown = {
        {{"p9_client_rpc", "p9_client_walk", "v9fs_vfs_lookup", "__lookup_slow", "walk_component"},
         31,
         800'000},
        {{"0xffffffffc0039f78", "evil\x1b[0m"}, 1, 100'000}};
    budget.helpers = {{"kworker", 3127, 812'000'000}, {"jbd2/sda1-8", 31, 9'000'000}};
    budget.amplification = {134'217'826, 134'217'728, 134'217'728, 268'600'000, 4'200'000, 65'536};
}

}  // namespace wbtrace::golden
