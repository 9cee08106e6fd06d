// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "capture/probe_plan.h"

#include "host/kernel_btf.h"

namespace wbtrace::capture {

namespace {

bool spared(const ProbeRow& row, const ProbeFacts& facts) {
    return row.unless_run_delay && facts.run_delay;
}

bool asked_for(const ProbeRow& row, const ProbeFacts& facts) {
    if (!facts.options) return true;
    if (spared(row, facts)) return false;
    if (row.unless && facts.options->count(row.unless) != 0) return false;
    return !row.option || facts.options->count(row.option) != 0;
}

std::string reason_against(const ProbeRow& row, const ProbeFacts& facts) {
    if (facts.pretend_missing.count(row.tracepoint) != 0) return "masked by --pretend-missing";
    if (facts.args.count(row.tracepoint) == 0)
        return row.call().empty() ? "this kernel has no such tracepoint"
                                  : "this kernel does not name the function";
    if (spared(row, facts)) return "the scheduler counts what it would tell";
    if (!asked_for(row, facts))
        return row.option ? std::string("only with ") + row.option
                          : std::string("not with ") + row.unless;
    if (auto it = facts.refused.find(row.program()); it != facts.refused.end()) return it->second;
    return {};
}

/// The same event is there under its other name.
bool stands_under_other_name(const ProbeRow& row, const ProbeFacts& facts) {
    if (facts.args.count(row.tracepoint) != 0) return false;
    if (row.instead_of) return true;  // the newer name speaks for both
    for (const auto& other : probe_catalog())
        if (other.instead_of && std::string_view(other.instead_of) == row.tracepoint)
            return facts.args.count(other.tracepoint) != 0;
    return false;
}

/// A family without one of its needed probes is of no use: switch the rest off.
void drop_crippled_families(const ProbeFacts& facts, std::vector<PlannedProbe>& plan) {
    std::map<Family, const ProbeRow*> lacking;
    for (const auto& probe : plan)
        if (!probe.use && probe.row->needed && !spared(*probe.row, facts))
            lacking.emplace(probe.row->family, probe.row);
    for (auto& probe : plan) {
        auto it = lacking.find(probe.row->family);
        if (it == lacking.end() || !probe.use) continue;
        probe.use = false;
        probe.why_not = std::string("of no use without ") + it->second->tracepoint;
    }
}

}  // namespace

std::map<std::string, unsigned> read_tracepoint_args(const host::KernelBtf& btf) {
    std::map<std::string, unsigned> args;
    for (const auto& row : probe_catalog()) {
        const auto call = row.call();
        if (!call.empty() && btf.syscall_function_id(host::syscall_function(call)))
            args[row.tracepoint] = 1;
        if (auto count = btf.tracepoint_args(row.tracepoint)) args[row.tracepoint] = *count;
    }
    return args;
}

std::vector<PlannedProbe> plan_probes(const ProbeFacts& facts) {
    std::vector<PlannedProbe> plan;
    for (const auto& row : probe_catalog()) {
        if (stands_under_other_name(row, facts)) continue;
        std::string why_not = reason_against(row, facts);
        const bool use = why_not.empty();
        plan.push_back({&row, use, asked_for(row, facts), std::move(why_not)});
    }
    drop_crippled_families(facts, plan);
    return plan;
}

wb_tracepoint_args program_args(const std::map<std::string, unsigned>& args) {
    auto count = [&](const char* tracepoint) -> __u8 {
        auto it = args.find(tracepoint);
        return it == args.end() ? __u8{0} : static_cast<__u8>(it->second);
    };
    wb_tracepoint_args counts{};
    counts.rq_insert = count("block_rq_insert");
    counts.rq_issue = count("block_rq_issue");
    counts.rq_requeue = count("block_rq_requeue");
    counts.rq_merge = count("block_rq_merge");
    counts.bio_queue = count("block_bio_queue");
    counts.bio_backmerge = count("block_bio_backmerge");
    counts.bio_frontmerge = count("block_bio_frontmerge");
    counts.split = count("block_split");
    counts.bio_remap = count("block_bio_remap");
    counts.balance_dirty_pages = count("balance_dirty_pages");
    return counts;
}

}  // namespace wbtrace::capture
