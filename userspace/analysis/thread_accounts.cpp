// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/thread_accounts.h"

#include <algorithm>

namespace wbtrace::analysis {

namespace {

constexpr std::uint64_t tick_ns = 10'000'000;  // USER_HZ is 100 wherever BPF is
// Far more than end between two looks; a thread that ended long ago is listed no more.
constexpr std::size_t most_ended = 65536;

}  // namespace

SyscallBytes ThreadAccounts::ended(const wb_task_exited& record) {
    if (ended_.size() >= most_ended) ended_.clear();
    ended_[record.pid] = record.start_ns / tick_ns;
    return during_trace(record.pid, record.start_ns / tick_ns,
                        {record.account.read_bytes, record.account.written_bytes});
}

void ThreadAccounts::execed(std::uint32_t tgid) {
    // Its main thread has ended unless it was itself the one that did the exec.
    if (ended_.erase(tgid) != 0) taken_over_.insert(tgid);
}

/// Less what it had done before the trace began.
SyscallBytes ThreadAccounts::during_trace(std::uint32_t tid, std::uint64_t start_ticks,
                                          SyscallBytes account) const {
    const auto before = context_.accounts_at_start.find(tid);
    if (before == context_.accounts_at_start.end() || taken_over_.count(tid) != 0 ||
        before->second.start_ticks != start_ticks)
        return account;
    account.read_bytes -= std::min(account.read_bytes, before->second.read_bytes);
    account.written_bytes -= std::min(account.written_bytes, before->second.written_bytes);
    return account;
}

std::map<std::uint32_t, SyscallBytes> ThreadAccounts::running(bool by_thread) const {
    std::map<std::uint32_t, SyscallBytes> all;
    for (const auto& [tid, now] : context_.accounts_now) {
        const auto end = ended_.find(tid);
        if (end != ended_.end() && end->second == now.start_ticks) continue;
        const auto account =
            during_trace(tid, now.start_ticks, {now.read_bytes, now.written_bytes});
        auto& sum = all[by_thread ? tid : now.tgid];
        sum.read_bytes += account.read_bytes;
        sum.written_bytes += account.written_bytes;
        if (sum.comm.empty() || tid == now.tgid) sum.comm = now.comm;
    }
    return all;
}

}  // namespace wbtrace::analysis
