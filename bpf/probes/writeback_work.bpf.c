// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Writeback works: queued by a task or nobody, carried out by a flusher in turns.
#include "lib/program.bpf.h"

#include "compat/writeback_compat.bpf.h"
#include "lib/done_for_scope.bpf.h"
#include "lib/emit.bpf.h"
#include "lib/foreign.bpf.h"
#include "lib/inode_table.bpf.h"

/* Who queued a work, until a flusher starts it. Key: the work's address. */
struct queued_work {
    __u64 time_ns;
    __u64 task;
    __u8 comm[WB_COMM_LEN];
    __u64 scoped;
};

struct {
    __uint(type, BPF_MAP_TYPE_LRU_HASH);
    __uint(max_entries, 4096);
    __type(key, __u64);
    __type(value, struct queued_work);
} queued_works SEC(".maps");

/* Key: the flusher's pid. */
struct {
    __uint(type, BPF_MAP_TYPE_LRU_HASH);
    __uint(max_entries, 4096);
    __type(key, __u32);
    __type(value, struct wb_running_work);
} running_works SEC(".maps");

SEC("?tp_btf/writeback_queue")
int on_writeback_queue(__u64 *ctx)
{
    __u64 work = WB_ARG(ctx, 1);
    struct queued_work queued = {};

    if (!control.state)
        return 0;
    queued.time_ns = bpf_ktime_get_ns();
    queued.task = bpf_get_current_pid_tgid();
    queued.scoped = in_scope(queued.task >> 32);
    bpf_get_current_comm(queued.comm, sizeof(queued.comm));
    if (bpf_map_update_elem(&queued_works, &work, &queued, BPF_ANY))
        count_loss(WB_LOSS_MAP_FULL);
    return 0;
}

ALWAYS_INLINE void send_work(struct wb_running_work *running)
{
    emit(&running->record, sizeof(running->record));
    running->work = 0;
}

ALWAYS_INLINE void join_requester(struct wb_work_finished *record, __u64 work)
{
    struct queued_work *queued = bpf_map_lookup_elem(&queued_works, &work);

    if (!queued)
        return;
    record->queued_ns = queued->time_ns;
    record->requester_pid = (__u32)queued->task;
    record->requester_tgid = queued->task >> 32;
    record->requester_in_scope = queued->scoped;
    __builtin_memcpy(record->requester_comm, queued->comm, WB_COMM_LEN);
    bpf_map_delete_elem(&queued_works, &work);
}

NEVER_INLINE void begin_work(__u32 flusher, struct bdi_writeback *wb,
                             struct wb_writeback_work *work)
{
    struct wb_running_work running = {};
    struct backing_dev_info *bdi = wb->bdi;

    start_header(&running.record.header, WB_EVENT_WORK_FINISHED, sizeof(running.record));
    running.record.started_ns = running.record.header.time_ns;
    running.work = (__u64)work;
    running.left = work->nr_pages;
    running.record.reason = work->reason;
    running.record.sync_mode = work->sync_mode;
    running.record.dev = bdi_dev(bdi);
    running.record.cgroup_id = wb_cgroup_id(wb);
    bpf_probe_read_kernel_str(running.record.bdi_name, sizeof(running.record.bdi_name),
                              bdi->dev_name);
    join_requester(&running.record, (__u64)work);
    if (bpf_map_update_elem(&running_works, &flusher, &running, BPF_ANY))
        count_loss(WB_LOSS_MAP_FULL);
}

/* A turn begins: of the work at hand when it goes on where that stopped. */
SEC("?tp_btf/writeback_start")
int on_writeback_start(__u64 *ctx)
{
    struct bdi_writeback *wb = (struct bdi_writeback *)WB_ARG(ctx, 0);
    struct wb_writeback_work *work = (struct wb_writeback_work *)WB_ARG(ctx, 1);
    __u32 flusher = (__u32)bpf_get_current_pid_tgid();
    struct wb_running_work *running;

    if (!control.state || !traces_bdi(wb->bdi))
        return 0;
    running = bpf_map_lookup_elem(&running_works, &flusher);
    if (running && running->work) {
        if (running->work == (__u64)work && running->left == work->nr_pages)
            return 0;
        send_work(running);
    }
    begin_work(flusher, wb, work);
    return 0;
}

SEC("?tp_btf/writeback_written")
int on_writeback_written(__u64 *ctx)
{
    struct wb_writeback_work *work = (struct wb_writeback_work *)WB_ARG(ctx, 1);
    __u32 flusher = (__u32)bpf_get_current_pid_tgid();
    struct wb_running_work *running;
    __s64 left;

    if (!control.state)
        return 0;
    running = bpf_map_lookup_elem(&running_works, &flusher);
    if (!running || running->work != (__u64)work)
        return 0;
    left = work->nr_pages;
    running->record.header.time_ns = bpf_ktime_get_ns();
    running->record.header.cpu = bpf_get_smp_processor_id();
    running->record.pages += running->left - left;
    running->record.turns++;
    running->record.after_command = after_command();
    running->left = left;
    return 0;
}

SEC("?tp_btf/writeback_wait")
int on_writeback_wait(__u64 *ctx)
{
    __u32 flusher = (__u32)bpf_get_current_pid_tgid();
    struct wb_running_work *running;

    if (!control.state)
        return 0;
    running = bpf_map_lookup_elem(&running_works, &flusher);
    if (running && running->work)
        running->record.waits++;
    return 0;
}

/* The end of a flusher's round: what it was at is finished. */
SEC("?tp_btf/writeback_pages_written")
int on_writeback_pages_written(__u64 *ctx)
{
    __u64 pages = WB_ARG(ctx, 0);
    __u32 flusher = (__u32)bpf_get_current_pid_tgid();
    struct wb_cpu_totals *totals = totals_of_cpu();
    struct wb_running_work *running;

    if (!control.state || !totals)
        return 0;
    add(&totals->pages_written, pages);
    running = bpf_map_lookup_elem(&running_works, &flusher);
    if (!running)
        return 0;
    if (running->work)
        send_work(running);
    bpf_map_delete_elem(&running_works, &flusher);
    return 0;
}

/* The thread that writes back works for the scope as long as the inode is the scope's. */
SEC("?tp_btf/writeback_single_inode_start")
int on_writeback_single_inode_start(__u64 *ctx)
{
    struct inode *inode = (struct inode *)WB_ARG(ctx, 0);
    struct wb_dirtied_inode *dirtied;
    struct wb_inode_key key = {};

    if (!control.state)
        return 0;
    make_inode_key(inode, &key);
    dirtied = bpf_map_lookup_elem(&dirtiers, &key);
    if (dirtied && dirtied->in_scope)
        works_for_scope();
    return 0;
}
