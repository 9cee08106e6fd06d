// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "model/snapshot.h"

namespace wbtrace::host {

/// Bits of CapEff in proc_pid_status(5).
enum class Capability : unsigned { sys_admin = 21, sys_resource = 24, perfmon = 38, bpf = 39 };

/// What was found on this machine, without a judgement. Empty: could not be read.
struct HostFacts {
    model::HostFigures figures;
    std::optional<std::string> lockdown;  ///< "none", "integrity", "confidentiality"
    std::optional<std::uint64_t> effective_capabilities;  ///< bit set
    std::optional<std::string> tracefs;                   ///< where it is mounted
    std::optional<bool> bpf_stats;                        ///< kernel.bpf_stats_enabled
    std::optional<std::uint64_t> memlock_bytes;  ///< RLIMIT_MEMLOCK; UINT64_MAX is no limit
    bool memlock_limits_bpf = false;  ///< BPF maps are locked memory; else they are the memcg's
    std::string btf_error;            ///< why the kernel's BTF cannot be used; empty: it can

    [[nodiscard]] std::optional<bool> has(Capability capability) const {
        if (!effective_capabilities) return std::nullopt;
        return (*effective_capabilities >> static_cast<unsigned>(capability) & 1U) != 0;
    }
};

/// Kernel, CPUs, memory and vm.dirty_* for the report: uname(2), sysconf(3), and
/// meminfo and sys/vm of procfs below root.
model::HostFigures read_host_figures(const std::string& root = "/");

/// These and the rest. What the BTF tells is left to the caller, who loads it anyway.
HostFacts read_host_facts(const std::string& root = "/");

}  // namespace wbtrace::host
