// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/stack_rows.h"

#include <map>
#include <tuple>

#include "analysis/elapsed.h"
#include "analysis/record_fields.h"

namespace wbtrace::analysis {

namespace {

static_assert(model::stack_kind_count == WB_STACK_KINDS);

std::vector<std::uint64_t> frames_of(const events::Stacks& stacks, std::uint64_t key) {
    const auto found = stacks.find(key);
    return found == stacks.end() ? std::vector<std::uint64_t>{} : found->second;
}

}  // namespace

std::vector<model::StackRow> stack_rows(const events::TaskTimes& times,
                                        std::uint64_t jiffies_per_second) {
    using Who = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;
    std::map<Who, const std::string*> names;
    for (const auto& task : times.tasks)
        if (!task.worker) names[{task.tgid, task.birth, task.tid}] = &task.comm;
    std::vector<model::StackRow> rows;
    for (const auto& [key, sum] : times.rows) {
        if (key.kind >= WB_STACK_KINDS) continue;
        auto& row = rows.emplace_back();
        row.kind = static_cast<model::StackKind>(key.kind);
        row.tgid = key.tgid;
        row.tid = key.tid;
        row.birth = key.birth;
        const auto name = names.find({key.tgid, key.birth, key.tid});
        row.comm = name != names.end() ? *name->second : std::string(text_of(sum.comm));
        row.kernel = frames_of(times.kernel_stacks, key.kernel);
        row.user = frames_of(times.user_stacks, key.user);
        row.first_ns = sum.first_ns;
        row.count = sum.count;
        row.weight = row.kind == model::StackKind::throttle
                         ? jiffies_to_ns(sum.weight, jiffies_per_second)
                         : sum.weight;
    }
    return rows;
}

}  // namespace wbtrace::analysis
