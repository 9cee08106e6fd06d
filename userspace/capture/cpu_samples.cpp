// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <fmt/format.h>
#include <linux/perf_event.h>

#include <cerrno>
#include <cstring>

#include "base/open_files.h"
#include "capture/perf_buffer.h"
#include "capture/session_parts.h"

namespace wbtrace::capture {

namespace {

// Not 100: it would run in step with what is done by the tick.
constexpr std::uint64_t samples_per_second = 99;

/// By the CPU's own counter of cycles, else by a timer: many a virtual machine has no counters.
UniqueFd open_sampler(int cpu) {
    perf_event_attr attributes{};
    attributes.freq = 1;
    attributes.sample_freq = samples_per_second;
    attributes.type = PERF_TYPE_HARDWARE;
    attributes.config = PERF_COUNT_HW_CPU_CYCLES;
    if (auto counter = open_perf_event(attributes, cpu); counter.valid()) return counter;
    attributes.type = PERF_TYPE_SOFTWARE;
    attributes.config = PERF_COUNT_SW_CPU_CLOCK;
    return open_perf_event(attributes, cpu);
}

}  // namespace

Result<void> attach_cpu_samples(const wbtrace_bpf& skeleton, std::map<std::string, Link>& links) {
    auto* program = skeleton.progs.on_cpu_sample;
    for (const int cpu : online_cpus()) {
        auto event = open_sampler(cpu);
        Link link(event.valid() ? bpf_program__attach_perf_event(program, event.get()) : nullptr);
        if (!link)
            return fail(fmt::format("the CPUs cannot be sampled: {}", std::strerror(errno)),
                        remedy_for(errno, "run as root; lockdown and seccomp may forbid it"));
        event.release();  // the link closes it
        links[fmt::format("on_cpu_sample/{}", cpu)] = std::move(link);
    }
    return {};
}

}  // namespace wbtrace::capture
