// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Dirty throttling: who is put to sleep, for how long, against which limits.
#include "lib/program.bpf.h"

#include "compat/writeback_compat.bpf.h"
#include "lib/emit.bpf.h"
#include "lib/filter.bpf.h"
#include "lib/foreign.bpf.h"
#include "lib/stacks.bpf.h"

ALWAYS_INLINE void fill_task(struct wb_dirty_throttled *record, __u64 task)
{
    record->pid = (__u32)task;
    record->tgid = task >> 32;
    record->cgroup_id = bpf_get_current_cgroup_id();
    bpf_get_current_comm(record->comm, sizeof(record->comm));
}

NEVER_INLINE void send_wait(__u64 *ctx, struct wb_cpu_totals *totals, bool scoped)
{
    struct bdi_writeback *wb = (struct bdi_writeback *)WB_ARG(ctx, 0);
    struct backing_dev_info *bdi = wb->bdi;
    __u8 count = config.args.balance_dirty_pages;
    struct wb_dirty_throttled record = {};

    start_header(&record.header, WB_EVENT_DIRTY_THROTTLED, sizeof(record));
    fill_task(&record, bpf_get_current_pid_tgid());
    dirty_limits(ctx, count, &record);
    record.global_thresh = totals->thresh;
    record.dirty_ratelimit = WB_THROTTLE_ARG(ctx, count, 0);
    record.task_ratelimit = WB_THROTTLE_ARG(ctx, count, 1);
    record.dirtied = WB_THROTTLE_ARG(ctx, count, 2);
    record.period_jiffies = WB_THROTTLE_ARG(ctx, count, 3);
    record.pause_jiffies = WB_THROTTLE_ARG(ctx, count, 4);
    record.in_scope = scoped;
    record.after_command = after_command();
    record.dev = bdi_dev(bdi);
    bpf_probe_read_kernel_str(record.bdi_name, sizeof(record.bdi_name), bdi->dev_name);
    emit(&record, sizeof(record));
}

/*
 * A pause of zero or less means that the task goes on without sleeping. The
 * command's waits count wherever they are: they are part of its wall time.
 */
SEC("?tp_btf/balance_dirty_pages")
int on_balance_dirty_pages(__u64 *ctx)
{
    struct bdi_writeback *wb = (struct bdi_writeback *)WB_ARG(ctx, 0);
    struct wb_cpu_totals *totals;
    __u8 count = config.args.balance_dirty_pages;
    __s64 pause = (__s64)WB_THROTTLE_ARG(ctx, count, 4);
    bool scoped;

    if (!control.state)
        return 0;
    if (config.recorder.inode_dev && current_tgid() == config.recorder.tgid)
        return 0;
    totals = totals_of_cpu();
    if (!totals)
        return 0;
    scoped = in_scope(current_tgid());
    if ((!scoped && !traces_bdi(wb->bdi)) || !wants_current())
        return 0;
    add(&totals->throttle[scoped ? WB_OWNER_SCOPE : WB_OWNER_OTHERS].calls, 1);
    if (pause <= 0)
        return 0;
    add(&totals->throttle[scoped ? WB_OWNER_SCOPE : WB_OWNER_OTHERS].waits, 1);
    add(&totals->throttle[scoped ? WB_OWNER_SCOPE : WB_OWNER_OTHERS].pause_jiffies, pause);
    send_wait(ctx, totals, scoped);
    if (stacks_of(scoped))
        count_stack(ctx, WB_STACK_THROTTLE, pause);
    return 0;
}

SEC("?tp_btf/bdi_dirty_ratelimit")
int on_bdi_dirty_ratelimit(__u64 *ctx)
{
    struct bdi_writeback *wb = (struct bdi_writeback *)WB_ARG(ctx, 0);
    struct backing_dev_info *bdi = wb->bdi;
    struct wb_ratelimit_updated record = {};

    if (!control.state || !traces_bdi(bdi))
        return 0;
    start_header(&record.header, WB_EVENT_RATELIMIT_UPDATED, sizeof(record));
    record.write_bandwidth = wb->write_bandwidth;
    record.avg_write_bandwidth = wb->avg_write_bandwidth;
    record.dirty_ratelimit = wb->dirty_ratelimit;
    record.balanced_dirty_ratelimit = wb->balanced_dirty_ratelimit;
    record.dirty_rate = WB_ARG(ctx, 1);
    record.task_ratelimit = WB_ARG(ctx, 2);
    record.dev = bdi_dev(bdi);
    bpf_probe_read_kernel_str(record.bdi_name, sizeof(record.bdi_name), bdi->dev_name);
    emit(&record, sizeof(record));
    return 0;
}

SEC("?tp_btf/global_dirty_state")
int on_global_dirty_state(__u64 *ctx)
{
    struct wb_cpu_totals *totals;

    if (!control.state)
        return 0;
    totals = totals_of_cpu();
    if (!totals)
        return 0;
    totals->bg_thresh = WB_ARG(ctx, 0);
    totals->thresh = WB_ARG(ctx, 1);
    totals->thresh_time_ns = bpf_ktime_get_ns();
    return 0;
}
