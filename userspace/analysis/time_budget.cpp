// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/time_budget.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "analysis/wait_stacks.h"

namespace wbtrace::analysis {

namespace {

using model::TimePart;
using Who = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;  // tgid, birth, thread

constexpr std::size_t unknown_shown = 5;
constexpr std::size_t frames_shown = 12;

/// Ticks that hit the program and the kernel.
struct Ticks {
    std::uint64_t user_ns = 0;
    std::uint64_t kernel_ns = 0;
};

/// Ticks are too coarse for short lives: then those of all together, and without any the
/// kernel's own answer, which is: in the program.
void split_cpu(std::uint64_t cpu_ns, const Ticks& own, const Ticks& all, model::TimeParts& to) {
    const Ticks& ticks = own.user_ns + own.kernel_ns != 0 ? own : all;
    const std::uint64_t sum = ticks.user_ns + ticks.kernel_ns;
    const double share =
        sum != 0 ? static_cast<double>(ticks.kernel_ns) / static_cast<double>(sum) : 0.0;
    const auto kernel_ns = static_cast<std::uint64_t>(share * static_cast<double>(cpu_ns));
    to[TimePart::cpu_kernel] = std::min(kernel_ns, cpu_ns);
    to[TimePart::cpu_user] = cpu_ns - to[TimePart::cpu_kernel];
}

class Budget {
public:
    Budget(const events::TaskTimes& times, const Context& context)
        : times_(times), stacks_(times.kernel_stacks, context) {}

    model::TimeBudget make();

private:
    void add_tasks();
    void add_waits();
    void add_wait(const events::StackSum& row);
    void settle_waits();
    void add_unknown();

    const events::TaskTimes& times_;
    WaitStacks stacks_;
    model::TimeBudget budget_;
    std::map<Who, std::size_t> rows_;     // of budget_.rows
    std::vector<std::uint64_t> wait_ns_;  // the same: what waits must add up to
    std::map<std::uint64_t, wb_stack_sum> unknown_;
};

void Budget::add_tasks() {
    Ticks all;
    for (const auto& task : times_.tasks) {
        if (task.worker) continue;
        all.user_ns += task.user_ns;
        all.kernel_ns += task.kernel_ns;
    }
    for (const auto& task : times_.tasks) {
        if (task.worker) {
            budget_.helpers.push_back(
                {"io_uring worker of " + task.comm, task.threads, task.cpu_ns});
            continue;
        }
        rows_.emplace(Who{task.tgid, task.birth, task.tid}, budget_.rows.size());
        auto& row = budget_.rows.emplace_back();
        row.tgid = task.tgid;
        row.thread = task.tid;
        row.birth = task.birth;
        row.comm = task.comm;
        row.threads = task.threads;
        row.wall_ns = task.wall_ns;
        row.held = {task.held_waits, task.held_ns, task.held_max_ns};
        split_cpu(task.cpu_ns, {task.user_ns, task.kernel_ns}, all, row.parts);
        row.parts[TimePart::runnable] = task.runnable_ns;
        wait_ns_.push_back(task.wait_ns);
    }
}

void Budget::add_wait(const events::StackSum& row) {
    const auto who = rows_.find({row.key.tgid, row.key.birth, row.key.tid});
    if (who == rows_.end()) return;
    auto& parts = budget_.rows[who->second].parts;
    const auto part = stacks_.part_of(row.key.kernel);
    const std::uint64_t held_ns =
        part == TimePart::direct_io ? std::min(row.sum.held_ns, row.sum.weight) : 0;
    parts[TimePart::io_controller] += held_ns;
    parts[part] += row.sum.weight - held_ns;
    if (part != TimePart::other || row.key.kernel == 0) return;
    auto& unknown = unknown_[row.key.kernel];
    unknown.count += row.sum.count;
    unknown.weight += row.sum.weight;
}

void Budget::add_waits() {
    for (const auto& row : times_.rows)
        if (row.key.kind == WB_STACK_WAIT) add_wait(row);
}

/// Waits whose row found no room are in the thread's own sum, and nothing is known of them. Rows
/// that are read while tracing goes on may be ahead of it.
void Budget::settle_waits() {
    for (std::size_t i = 0; i < budget_.rows.size(); ++i) {
        auto& row = budget_.rows[i];
        const auto asleep = row.parts.asleep();
        if (asleep < wait_ns_[i]) row.parts[TimePart::other] += wait_ns_[i] - asleep;
        row.parts.take_from_sleep(asleep - std::min(asleep, wait_ns_[i]));
        budget_.wall_ns += row.wall_ns;
        budget_.threads += row.threads;
        budget_.parts += row.parts;
        budget_.held += row.held;
    }
}

void Budget::add_unknown() {
    std::vector<std::pair<std::uint64_t, wb_stack_sum>> all(unknown_.begin(), unknown_.end());
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
        return a.second.weight > b.second.weight;
    });
    if (all.size() > unknown_shown) all.resize(unknown_shown);
    for (const auto& [stack, sum] : all) {
        auto names = stacks_.names_of(stack);
        if (names.size() > frames_shown) names.resize(frames_shown);
        budget_.unknown.push_back({std::move(names), sum.count, sum.weight});
    }
}

model::TimeBudget Budget::make() {
    add_tasks();
    add_waits();
    settle_waits();
    add_unknown();
    for (const auto& worker : times_.workers)
        budget_.helpers.push_back({worker.comm, worker.turns, worker.cpu_ns});
    std::stable_sort(budget_.rows.begin(), budget_.rows.end(),
                     [](const auto& a, const auto& b) { return a.wall_ns > b.wall_ns; });
    std::stable_sort(budget_.helpers.begin(), budget_.helpers.end(),
                     [](const auto& a, const auto& b) { return a.cpu_ns > b.cpu_ns; });
    return std::move(budget_);
}

}  // namespace

void apply(const events::TaskTimes& times, const Context& context, model::Snapshot& snapshot) {
    snapshot.time_budget.reset();
    if (!times.followed) return;
    snapshot.time_budget = Budget(times, context).make();
    if (context.kernel_function) return;
    for (std::size_t i = model::first_asleep; i + 1 < model::time_part_count; ++i)
        snapshot.capture
            .unavailable[std::string("time_budget.parts.") + model::time_part_names[i]] =
            context.no_kernel_functions;
}

}  // namespace wbtrace::analysis
