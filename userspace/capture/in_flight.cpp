// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "capture/session_parts.h"

namespace wbtrace::capture {

namespace {

std::uint64_t run_with(int program, std::uint64_t argument) {
    __u64 arguments[1] = {argument};
    LIBBPF_OPTS(bpf_test_run_opts, run);
    run.ctx_in = arguments;
    run.ctx_size_in = sizeof arguments;
    return bpf_prog_test_run_opts(program, &run) == 0 ? run.retval : 0;
}

}  // namespace

std::uint64_t count_in_flight(const wbtrace_bpf& skeleton) {
    const int program = bpf_program__fd(skeleton.progs.count_in_flight);
    const auto sets = bpf_map__max_entries(skeleton.maps.request_sets);
    std::uint64_t count = skeleton.bss->bios_in_flight;
    for (std::uint64_t first = 0; first < sets; first += WB_SETS_PER_CALL)
        count += run_with(program, first);
    return count;
}

}  // namespace wbtrace::capture
