// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "capture/session_parts.h"

namespace wbtrace::capture {

namespace {

bool info_of(int fd, bpf_prog_info& info) {
    __u32 size = sizeof info;
    return fd >= 0 && bpf_obj_get_info_by_fd(fd, &info, &size) == 0;
}

}  // namespace

model::ProbeFigures program_figures(const bpf_program* program) {
    model::ProbeFigures figures;
    bpf_prog_info info{};
    if (!program || !info_of(bpf_program__fd(program), info)) return figures;
    figures.missed = info.recursion_misses;
    if (info.run_cnt > 0) {  // only with kernel.bpf_stats_enabled
        figures.runs = info.run_cnt;
        figures.run_ns = info.run_time_ns;
    }
    return figures;
}

std::optional<std::uint64_t> Session::bpf_run_ns() const {
    std::optional<std::uint64_t> sum;
    for (const auto& probe : probes())
        if (probe.run_ns) sum = sum.value_or(0) + *probe.run_ns;
    return sum;
}

}  // namespace wbtrace::capture
