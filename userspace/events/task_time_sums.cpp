// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "events/task_time_sums.h"

#include <algorithm>
#include <string_view>

namespace wbtrace::events {

namespace {

constexpr std::size_t rows_per_task = 16;  // more than most have

std::string name_of(const wb_thread& thread) {
    const std::string_view all(reinterpret_cast<const char*>(thread.comm), sizeof thread.comm);
    return std::string(all.substr(0, all.find('\0')));
}

/// 0 when they run backwards: stamps of different CPUs.
std::uint64_t since(std::uint64_t begin, std::uint64_t end) {
    return end > begin ? end - begin : 0;
}

StackSum last_waits(std::uint32_t pid, bool by_thread, const wb_thread& thread) {
    StackSum row;
    row.key.kernel = thread.wait_kernel;
    row.key.user = thread.wait_user;
    row.key.tgid = thread.tgid;
    row.key.tid = by_thread ? pid : 0;
    row.key.birth = thread.birth;
    row.key.kind = WB_STACK_WAIT;
    row.sum.count = thread.waits;
    row.sum.weight = thread.waits_ns;
    row.sum.held_ns = thread.waits_held_ns;
    row.sum.first_ns = thread.waits_first_ns;
    std::copy(std::begin(thread.comm), std::end(thread.comm), row.sum.comm);
    return row;
}

void end_wait(std::uint64_t until_ns, std::uint64_t open_ns, wb_thread& thread) {
    const std::uint64_t end_ns = thread.woken_ns != 0 ? thread.woken_ns : until_ns;
    const std::uint64_t wait_ns = std::min(since(thread.since_ns, end_ns), open_ns);
    const std::uint64_t held_ns = std::min(since(thread.since_ns, thread.held_until_ns), wait_ns);
    thread.wait_ns += wait_ns;
    thread.runnable_ns += open_ns - wait_ns;
    ++thread.waits;
    thread.waits_ns += wait_ns;
    if (held_ns == 0) return;
    thread.waits_held_ns += held_ns;
    ++thread.held_waits;
    thread.held_ns += held_ns;
    thread.held_max_ns = std::max<std::uint64_t>(thread.held_max_ns, held_ns);
}

}  // namespace

void close_at(std::uint64_t until_ns, wb_thread& thread, bool still_on_cpu) {
    if (thread.start_ns == 0 || thread.state == WB_THREAD_ENDED) return;
    const std::uint64_t open_ns = since(thread.since_ns, until_ns);
    if (thread.state == WB_THREAD_RUNNING && still_on_cpu) thread.cpu_ns += open_ns;
    if (thread.state == WB_THREAD_RUNNING && !still_on_cpu) thread.wait_ns += open_ns;
    if (thread.state == WB_THREAD_RUNNABLE) thread.runnable_ns += open_ns;
    if (thread.state == WB_THREAD_BLOCKED) end_wait(until_ns, open_ns, thread);
    thread.since_ns += open_ns;
}

bool TaskTimeSums::RowLess::operator()(const wb_stack_key& a, const wb_stack_key& b) const {
    const auto all = [](const wb_stack_key& key) {
        return std::tuple(key.kind, key.tgid, key.birth, key.tid, key.kernel, key.user);
    };
    return all(a) < all(b);
}

TaskTime& TaskTimeSums::task_of(Who who) {
    if (tasks_.size() >= most_ && tasks_.find(who) == tasks_.end()) who = {0, 0, 0, false};
    auto& task = tasks_[who];
    std::tie(task.tgid, task.birth, task.tid, task.worker) = who;
    return task;
}

void TaskTimeSums::add(std::uint32_t pid, const wb_thread& thread) {
    if (thread.start_ns == 0) return;
    const bool worker = (thread.flags & WB_THREAD_WORKER) != 0;
    if (thread.waits != 0 && !worker) add(last_waits(pid, by_thread_, thread));
    TaskTime& task = task_of({thread.tgid, thread.birth, by_thread_ ? pid : 0, worker});
    if (task.tgid == 0)
        task.comm = "other";
    else if (task.comm.empty() || pid == thread.tgid)
        task.comm = name_of(thread);
    ++task.threads;
    task.wall_ns += since(thread.start_ns, thread.since_ns);
    task.cpu_ns += thread.cpu_ns;
    task.runnable_ns += thread.runnable_ns;
    task.wait_ns += thread.wait_ns;
    task.user_ns += since(thread.utime_first_ns, thread.utime_ns);
    task.kernel_ns += since(thread.stime_first_ns, thread.stime_ns);
    task.held_waits += thread.held_waits;
    task.held_ns += thread.held_ns;
    task.held_max_ns = std::max<std::uint64_t>(task.held_max_ns, thread.held_max_ns);
}

void TaskTimeSums::add(const StackSum& row) {
    wb_stack_key key = row.key;
    if (rows_.size() >= most_ * rows_per_task && rows_.find(key) == rows_.end())
        key.tgid = key.tid = key.birth = 0;
    auto& sum = rows_[key];
    if (sum.count == 0 || row.sum.first_ns < sum.first_ns) sum.first_ns = row.sum.first_ns;
    sum.count += row.sum.count;
    sum.weight += row.sum.weight;
    sum.held_ns += row.sum.held_ns;
    std::copy(std::begin(row.sum.comm), std::end(row.sum.comm), sum.comm);
}

void TaskTimeSums::fill(TaskTimes& to) const {
    for (const auto& [who, task] : tasks_) to.tasks.push_back(task);
    for (const auto& [key, sum] : rows_) to.rows.push_back({key, sum});
}

}  // namespace wbtrace::events
