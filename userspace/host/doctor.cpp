// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "host/doctor.h"

#include <algorithm>

#include <fmt/core.h>

namespace wbtrace::host {

namespace {

using model::Fact;
using model::FactGroup;
using model::FactLevel;

Fact judge_btf(const HostFacts& facts) {
    if (facts.btf_error.empty()) return {FactGroup::kernel, "BTF", FactLevel::ok, "readable", ""};
    return {FactGroup::kernel, "BTF", FactLevel::bad, facts.btf_error,
            "run a kernel built with CONFIG_DEBUG_INFO_BTF=y"};
}

Fact judge_lockdown(const HostFacts& facts) {
    if (!facts.lockdown) {
        return {FactGroup::kernel, "lockdown", FactLevel::note,
                "not known: securityfs is not mounted, or no lockdown",
                "mount -t securityfs securityfs /sys/kernel/security"};
    }
    if (*facts.lockdown != "confidentiality")
        return {FactGroup::kernel, "lockdown", FactLevel::ok, *facts.lockdown, ""};
    return {FactGroup::kernel, "lockdown", FactLevel::bad,
            "confidentiality: BPF may not read kernel memory",
            "boot with lockdown=integrity or without lockdown"};
}

std::string join(std::string list, const char* word) {
    return list.empty() ? word : list + ", " + word;
}

/// CAP_SYS_ADMIN stands for both of the finer ones.
Fact judge_capabilities(const HostFacts& facts) {
    if (!facts.effective_capabilities)
        return {FactGroup::privileges, "capabilities", FactLevel::note,
                "not known: /proc is not mounted", "mount -t proc proc /proc"};
    if (*facts.has(Capability::sys_admin))
        return {FactGroup::privileges, "capabilities", FactLevel::ok, "CAP_SYS_ADMIN", ""};
    std::string missing;
    if (!*facts.has(Capability::bpf)) missing = join(missing, "CAP_BPF");
    if (!*facts.has(Capability::perfmon)) missing = join(missing, "CAP_PERFMON");
    if (missing.empty())
        return {FactGroup::privileges, "capabilities", FactLevel::ok, "CAP_BPF, CAP_PERFMON", ""};
    return {FactGroup::privileges, "capabilities", FactLevel::bad, "missing: " + missing,
            "run wbtrace as root"};
}

/// Only for kernels that charge BPF maps to it: on others it says nothing about wbtrace.
Fact judge_memlock(const HostFacts& facts) {
    const bool unlimited = facts.memlock_bytes == UINT64_MAX;
    const std::string value = !facts.memlock_bytes ? "not known"
                              : unlimited          ? "unlimited"
                                          : fmt::format("{} KiB", *facts.memlock_bytes / 1024);
    if (unlimited || facts.has(Capability::sys_resource).value_or(false))
        return {FactGroup::privileges, "locked memory", FactLevel::ok, value, ""};
    return {FactGroup::privileges, "locked memory", FactLevel::note,
            value + "; CAP_SYS_RESOURCE, which could raise it, is missing", "ulimit -l unlimited"};
}

Fact judge_tracefs(const HostFacts& facts) {
    return {FactGroup::kernel, "tracefs", FactLevel::ok,
            facts.tracefs.value_or("not mounted (not needed)"), ""};
}

Fact judge_bpf_stats(const HostFacts& facts) {
    if (facts.bpf_stats.value_or(false))
        return {FactGroup::kernel, "BPF run time", FactLevel::ok, "counted", ""};
    return {FactGroup::kernel, "BPF run time", FactLevel::note,
            facts.bpf_stats ? "not counted: the cost of the probes is not shown"
                            : "not known: kernel.bpf_stats_enabled cannot be read",
            facts.bpf_stats ? "sysctl kernel.bpf_stats_enabled=1 (slows all BPF a little)" : ""};
}

}  // namespace

model::DoctorReport judge(const HostFacts& facts) {
    model::DoctorReport report;
    report.host = facts.figures;
    report.facts = {judge_btf(facts), judge_lockdown(facts), judge_capabilities(facts)};
    if (facts.memlock_limits_bpf) report.facts.push_back(judge_memlock(facts));
    report.facts.push_back(judge_tracefs(facts));
    report.facts.push_back(judge_bpf_stats(facts));
    report.run_mode_works =
        std::none_of(report.facts.begin(), report.facts.end(),
                     [](const Fact& fact) { return fact.level == FactLevel::bad; });
    return report;
}

}  // namespace wbtrace::host
