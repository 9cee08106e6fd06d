// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Who is on a CPU: called by a perf event on each CPU, so many times a second.
#include "lib/program.bpf.h"

#include "lib/filter.bpf.h"
#include "lib/stacks.bpf.h"

SEC("?perf_event")
int on_cpu_sample(void *ctx)
{
    __u32 tgid = current_tgid();

    if (!tgid || control.state != WB_STATE_RUNNING) /* 0: the CPU has nothing to do */
        return 0;
    if (!config.cpu_of_all && config.has_scope && !in_scope(tgid))
        return 0;
    if (wants_current())
        count_stack(ctx, WB_STACK_CPU, 1);
    return 0;
}
