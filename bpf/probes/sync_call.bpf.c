// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// Calls of the fsync family: when each begins and ends, and on which file.
#include "lib/program.bpf.h"

#include "compat/current_task.bpf.h"
#include "compat/syscall_compat.bpf.h"
#include "lib/device_table.bpf.h"
#include "lib/emit.bpf.h"
#include "lib/filter.bpf.h"
#include "lib/open_file.bpf.h"

/*
 * Calls that have begun, by thread. A thread cannot die inside one: a signal that
 * kills it lets the call return first.
 */
struct {
    __uint(type, BPF_MAP_TYPE_HASH);
    __uint(max_entries, 8192);
    __type(key, __u32);
    __type(value, struct wb_sync);
} syncs_begun SEC(".maps");

/* false: the filters leave the task out */
ALWAYS_INLINE bool fill_task(struct wb_sync *sync)
{
    struct wb_current_task task = {};

    read_current_task(&task);
    sync->cgroup_id = task.cgroup_id;
    sync->tgid = task.tgid;
    sync->pid = task.pid;
    __builtin_memcpy(sync->comm, task.comm, sizeof(sync->comm));
    if (in_scope(task.tgid))
        sync->flags |= WB_SYNC_IN_SCOPE;
    return wants_task(&task);
}

/* sync names no file and msync only an address, which would take a walk of the mappings. */
ALWAYS_INLINE bool names_descriptor(__u8 call)
{
    return call != WB_SYNC_SYNC && call != WB_SYNC_MSYNC;
}

ALWAYS_INLINE bool wants_file(struct inode *inode, const struct wb_sync *sync)
{
    struct wb_inode_key key = {
        .inode = sync->inode,
        .dev = sync->inode_dev,
        .generation = sync->generation,
    };

    return inode && wants_inode(&key, (__u64)inode);
}

NEVER_INLINE int begin_sync(__u64 *ctx, __u8 call)
{
    struct task_struct *task = (struct task_struct *)bpf_get_current_task();
    struct wb_sync_began record = {};
    struct wb_sync *sync = &record.sync;
    struct inode *inode = 0;

    if (!control.state || is_compat_task(task))
        return 0;
    if (!fill_task(sync) || (config.has_scope && !(sync->flags & WB_SYNC_IN_SCOPE)))
        return 0;
    if (names_descriptor(call))
        inode = inode_of_descriptor(task, first_argument((void *)WB_ARG(ctx, 0)));
    if (inode)
        fill_file(inode, sync);
    if (filters(WB_FILTER_FILE) && !wants_file(inode, sync))
        return 0;
    if (traces_disk(sync->disk_dev))
        sync->flags |= WB_SYNC_DISK_TRACED;
    else if (!config.has_scope)
        return 0;
    sync->call = call;
    start_header(&record.header, WB_EVENT_SYNC_BEGAN, sizeof(record));
    sync->start_ns = record.header.time_ns;
    if (bpf_map_update_elem(&syncs_begun, &sync->pid, sync, BPF_ANY))
        count_loss(WB_LOSS_MAP_FULL);
    else
        emit(&record, sizeof(record));
    return 0;
}

NEVER_INLINE int end_sync(__s64 ret)
{
    struct wb_sync_ended record = {};
    __u32 pid = (__u32)bpf_get_current_pid_tgid();
    struct wb_sync *begun = bpf_map_lookup_elem(&syncs_begun, &pid);

    if (!begun)
        return 0;
    record.sync = *begun;
    bpf_map_delete_elem(&syncs_begun, &pid);
    if (!control.state)
        return 0;
    start_header(&record.header, WB_EVENT_SYNC_ENDED, sizeof(record));
    if (after_command())
        record.sync.flags |= WB_SYNC_AFTER_COMMAND;
    record.ret = ret;
    emit(&record, sizeof(record));
    return 0;
}

/*
 * The functions of the calls themselves, where the kernel lets them be entered: nobody else pays.
 * User space names those of its processor. They get what sys_enter and sys_exit get.
 */
#define FOLLOW_CALL(name, call)                                      \
    SEC("?fentry/__x64_sys_" #name) int on_fentry_##name(__u64 *ctx) \
    {                                                                \
        return begin_sync(ctx, call);                                \
    }                                                                \
    SEC("?fexit/__x64_sys_" #name) int on_fexit_##name(__u64 *ctx)   \
    {                                                                \
        return end_sync(WB_ARG(ctx, 1));                             \
    }

FOLLOW_CALL(fsync, WB_SYNC_FSYNC)
FOLLOW_CALL(fdatasync, WB_SYNC_FDATASYNC)
FOLLOW_CALL(sync_file_range, WB_SYNC_SYNC_FILE_RANGE)
FOLLOW_CALL(syncfs, WB_SYNC_SYNCFS)
FOLLOW_CALL(msync, WB_SYNC_MSYNC)

/* Of a call without arguments BTF does not know the function; this is all that it does. */
SEC("?fentry/ksys_sync")
int on_fentry_ksys_sync(__u64 *ctx)
{
    return begin_sync(ctx, WB_SYNC_SYNC);
}

SEC("?fexit/ksys_sync")
int on_fexit_ksys_sync(__u64 *ctx)
{
    return end_sync(0);
}

/* These two run for every system call there is: the number is compared before all else. */
SEC("?tp_btf/sys_enter")
int on_sys_enter(__u64 *ctx)
{
    __u8 call = sync_call_of(WB_ARG(ctx, 1));

    return call == WB_SYNC_NONE ? 0 : begin_sync(ctx, call);
}

SEC("?tp_btf/sys_exit")
int on_sys_exit(__u64 *ctx)
{
    if (sync_call_of(syscall_number((void *)WB_ARG(ctx, 0))) == WB_SYNC_NONE)
        return 0;
    return end_sync(WB_ARG(ctx, 1));
}
