// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/process_rows.h"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <vector>

#include "analysis/bounded_table.h"
#include "analysis/charge.h"
#include "analysis/elapsed.h"
#include "analysis/process_states.h"
#include "analysis/record_fields.h"
#include "analysis/thread_accounts.h"

namespace wbtrace::analysis {

namespace {

constexpr std::size_t most_processes = 8192;  // stated in docs/overhead.md
constexpr std::size_t most_threads = 256;     // told apart in the count of a process

struct TaskKey {
    std::uint64_t generation = 0;
    std::uint32_t tgid = 0;
    std::uint32_t thread = 0;  // 0: the whole process
    bool operator==(const TaskKey&) const = default;
};

struct TaskHash {
    std::size_t operator()(const TaskKey& key) const {
        return mix(mix(key.generation, key.tgid), key.thread);
    }
};

struct ProcessEntry : model::ProcessFigures {
    std::vector<std::uint32_t> seen_threads;  // sorted
};

class ProcessRows final : public Aggregator {
public:
    explicit ProcessRows(const Context& context) : context_(context) {}

    using Aggregator::on;
    void on(const wb_request_done& record) override;
    void on(const wb_page_run& record) override;
    void on(const wb_dirty_throttled& record) override;
    void on(const wb_task_forked& record) override { states_.forked(record); }
    void on(const wb_task_execed& record) override;
    void on(const wb_task_exited& record) override;
    void fill(model::Snapshot& snapshot) const override;

private:
    ProcessEntry& row_of(const Task& task, std::string_view comm);
    void add_account(const wb_task_exited& record);
    [[nodiscard]] bool tells_account(const model::ProcessFigures& row) const;
    void add_running(std::vector<model::ProcessFigures>& rows) const;

    const Context& context_;
    ProcessStates states_;
    ThreadAccounts accounts_{context_};
    BoundedTable<TaskKey, ProcessEntry, TaskHash> tasks_{rows_kept(most_processes, context_)};
    KindRows<model::ProcessFigures> kinds_;
    Elapsed elapsed_;  // its anomalies are those that request_figures counts
};

/// `comm` is what the record calls the task, or empty. A thread may have a name of its
/// own: a process is called as its main thread, and rather as it exec'd.
ProcessEntry& ProcessRows::row_of(const Task& task, std::string_view comm) {
    const ProcessState& state = states_.of(task.tgid);
    const std::uint32_t thread = context_.threads ? task.pid : 0;
    ProcessEntry& row = tasks_.at({state.generation, task.tgid, thread});
    row.in_scope = row.in_scope || task.in_scope;
    const bool own_name = thread != 0 || task.pid == task.tgid || row.comm.empty();
    if (!comm.empty() && own_name) row.comm = comm;
    if (thread == 0 && !state.comm.empty()) row.comm = state.comm;
    auto& threads = row.seen_threads;
    const auto place = std::lower_bound(threads.begin(), threads.end(), task.pid);
    const bool seen = place != threads.end() && *place == task.pid;
    if (!seen && task.pid != 0 && threads.size() < most_threads) threads.insert(place, task.pid);
    return row;
}

void ProcessRows::on(const wb_request_done& record) {
    if (!counts_in_tables(record, context_)) return;
    const Task issuer = issuer_of(record);
    ProcessEntry& by = row_of(issuer, text_of(record.issuer_comm));
    ++by.issued.requests;
    by.issued.bytes += record.done_bytes;

    const auto kind = kind_of(record, context_);
    const auto task = charged_task(record, kind);
    model::ProcessFigures* row = nullptr;
    if (!task)
        row = &kinds_.at(record, kind, context_);
    else if (task->pid == issuer.pid && task->tgid == issuer.tgid)
        row = &by;
    else
        row = &row_of(*task, "");
    charge(record, kind, row->charged);
    elapsed_.record(record.queued_ns, record.header.time_ns, row->q2c_ns);
}

void ProcessRows::on(const wb_page_run& record) {
    if (record.action != WB_PAGES_DIRTIED) return;
    const Task task = {record.tgid, record.pid, record.cgroup_id, record.in_scope != 0};
    row_of(task, text_of(record.comm)).dirtied_bytes += times(record.pages, context_.page_bytes);
}

void ProcessRows::on(const wb_dirty_throttled& record) {
    if (record.pause_jiffies <= 0) return;
    const Task task = {record.tgid, record.pid, record.cgroup_id, record.in_scope != 0};
    row_of(task, text_of(record.comm)).throttle_ns += jiffies_to_ns(
        static_cast<std::uint64_t>(record.pause_jiffies), context_.jiffies_per_second);
}

// Only those that have a row are renamed: most processes never write.
void ProcessRows::on(const wb_task_execed& record) {
    states_.execed(record);
    accounts_.execed(record.tgid);
    auto* row = tasks_.find({states_.of(record.tgid).generation, record.tgid, 0});
    if (row != nullptr) row->comm = text_of(record.comm);
}

void ProcessRows::on(const wb_task_exited& record) {
    states_.ended(record);
    if (record.account_known != 0) add_account(record);
}

void ProcessRows::add_account(const wb_task_exited& record) {
    const SyscallBytes account = accounts_.ended(record);
    const TaskKey key = {states_.of(record.tgid).generation, record.tgid,
                         context_.threads ? record.pid : 0};
    if (account.read_bytes + account.written_bytes == 0 && tasks_.find(key) == nullptr) return;
    ProcessEntry& row =
        row_of({record.tgid, record.pid, 0, context_.has_scope}, text_of(record.comm));
    row.read_bytes = row.read_bytes.value_or(0) + account.read_bytes;
    row.written_bytes = row.written_bytes.value_or(0) + account.written_bytes;
}

/// Around a command the ends of other processes' threads are not told, so their sums would be
/// short.
bool ProcessRows::tells_account(const model::ProcessFigures& row) const {
    return row.in_scope || !context_.has_scope;
}

/// What those that still run have done so far; the others told it when they ended.
void ProcessRows::add_running(std::vector<model::ProcessFigures>& rows) const {
    const auto running = accounts_.running(context_.threads);
    for (auto& row : rows) {
        const ProcessState* state = states_.find(row.tgid);
        const auto now = running.find(row.thread != 0 ? row.thread : row.tgid);
        if (now == running.end() || state == nullptr || state->ended) continue;
        if (state->generation != row.generation || !tells_account(row)) continue;
        row.read_bytes = row.read_bytes.value_or(0) + now->second.read_bytes;
        row.written_bytes = row.written_bytes.value_or(0) + now->second.written_bytes;
        if (row.comm.empty()) row.comm = now->second.comm;
    }
}

/// Behind those that reached a device or its pages, whoever moved more bytes.
std::uint64_t syscall_rank(const model::ProcessFigures& row) {
    return UINT64_MAX - row.read_bytes.value_or(0) - row.written_bytes.value_or(0);
}

void ProcessRows::fill(model::Snapshot& snapshot) const {
    if (context_.jiffies_per_second == 0)
        snapshot.capture.unavailable["processes[].throttle_ns"] =
            "the length of a jiffy is not known";
    auto& rows = snapshot.processes;
    rows.clear();
    tasks_.for_each([&rows](const TaskKey& key, const ProcessEntry& entry) {
        model::ProcessFigures& row = rows.emplace_back(entry);
        row.tgid = key.tgid;
        row.thread = key.thread;
        row.generation = key.generation;
        row.threads = entry.seen_threads.size();
    });
    add_running(rows);
    kinds_.add_to(rows);
    finish_rows(tasks_, rows, [](const model::ProcessFigures& row) {
        return std::tuple(syscall_rank(row), row.kind, row.tgid, row.generation, row.thread,
                          std::string_view(row.filesystem));
    });
}

}  // namespace

std::unique_ptr<Aggregator> make_process_rows(const Context& context) {
    return std::make_unique<ProcessRows>(context);
}

}  // namespace wbtrace::analysis
