// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Who is charged with a request, and what of it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/context.h"
#include "analysis/request_kind.h"
#include "model/attribution.h"

namespace wbtrace::analysis {

struct Task {
    std::uint32_t tgid = 0;
    std::uint32_t pid = 0;
    std::uint64_t cgroup_id = 0;
    bool in_scope = false;
};

/// A request of the page cache is charged to the task that dirtied, or to the one that
/// reads; a direct one to the task that submitted it, even when a kworker did so for
/// it. Empty: the request is nobody's, but its kind's.
std::optional<Task> charged_task(const wb_request_done& record, model::RequestKind kind);

/// The task that gave the request to the device.
Task issuer_of(const wb_request_done& record);

void charge(const wb_request_done& record, model::RequestKind kind, model::ChargedIo& to);

/// Carries pages that a traced loop device above was given, and was counted there.
bool comes_again(const wb_request_done& record, const Context& context);

/// Whether tables count the request, once: one of md and dm comes again beneath and counts there,
/// one of a loop device with direct I/O counts as its own, and not beneath.
bool counts_in_tables(const wb_request_done& record, const Context& context);

/// Rows of what is nobody's: one for each kind, and file system of journal and metadata.
template <typename Row>
class KindRows {
public:
    Row& at(const wb_request_done& record, model::RequestKind kind, const Context& context) {
        if (kind == model::RequestKind::journal || kind == model::RequestKind::metadata) {
            const Filesystem* filesystem = filesystem_of(record, context);
            return named(kind, filesystem ? filesystem->type : std::string());
        }
        Row*& row = plain_[static_cast<std::size_t>(kind)];
        if (row == nullptr) row = &named(kind, "");
        return *row;
    }

    void add_to(std::vector<Row>& rows) const {
        for (const auto& [key, row] : rows_) rows.push_back(row);
    }

private:
    Row& named(model::RequestKind kind, const std::string& filesystem) {
        Row& row = rows_[{kind, filesystem}];
        row.role = model::RowRole::kind;
        row.kind = kind;
        row.filesystem = filesystem;
        return row;
    }

    std::map<std::pair<model::RequestKind, std::string>, Row> rows_;
    // Most requests are of these: found without comparing names. A map moves no row.
    std::array<Row*, model::kind_count> plain_{};
};

/// The rows that a table keeps, of so many at most.
inline std::size_t rows_kept(std::size_t most, const Context& context) {
    return context.few_rows ? most / 8 : most;
}

/// Most weight first, the rest by what `tie` says; behind them the row of what was
/// folded, if any was.
template <typename Table, typename Row, typename Tie>
void finish_rows(const Table& table, std::vector<Row>& rows, Tie tie) {
    std::sort(rows.begin(), rows.end(), [&](const Row& a, const Row& b) {
        if (a.weight() != b.weight()) return a.weight() > b.weight();
        return tie(a) < tie(b);
    });
    if (table.folded() == 0) return;
    Row& other = rows.emplace_back(table.other());
    other.role = model::RowRole::other;
    other.folded = table.folded();
}

}  // namespace wbtrace::analysis
