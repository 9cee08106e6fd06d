// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/wait_rules.h"

#include <algorithm>
#include <array>
#include <map>
#include <vector>

namespace wbtrace::analysis {

namespace {

using enum model::TimePart;

// clang-format off
// Who called: of a system call that is inlined the next one outward is named as well.
constexpr std::string_view sync_calls[] = {
    "vfs_fsync_range", "vfs_fsync", "do_fsync", "__x64_sys_fsync", "__x64_sys_fdatasync",
    "__arm64_sys_fsync", "__arm64_sys_fdatasync", "ksys_sync_file_range", "sync_file_range",
    "sync_filesystem", "ksys_sync", "iterate_supers", "generic_write_sync", "blkdev_fsync",
};
constexpr std::string_view shrinking[] = {"shrink_folio_list", "shrink_page_list",
                                          "shrink_inactive_list"};
constexpr std::string_view commits[] = {"jbd2_journal_commit_transaction"};
constexpr std::string_view buffered_reads[] = {"filemap_fault", "filemap_read",
                                               "filemap_get_pages", "generic_file_buffered_read",
                                               "generic_file_buffered_read_get_pages"};

// Names of all kernels from 5.10 to 7.3. Waits of storage have their own function close to
// the scheduler's; what is common to several (io_schedule, folio_wait_bit) says nothing.
constexpr WaitRule rules[] = {
    {throttle, "balance_dirty_pages"},

    // What memory reclaim waits for is its own, whatever that is.
    {reclaim, "folio_wait_writeback", shrinking},
    {reclaim, "wait_on_page_writeback", shrinking},
    {reclaim, "shrink_folio_list"},
    {reclaim, "shrink_page_list"},
    {reclaim, "shrink_inactive_list"},
    {reclaim, "shrink_node"},
    {reclaim, "reclaim_throttle"},
    {reclaim, "throttle_direct_reclaim"},
    {reclaim, "congestion_wait"},
    {reclaim, "wait_iff_congested"},
    {reclaim, "try_to_free_pages"},
    {reclaim, "try_to_free_mem_cgroup_pages"},
    {reclaim, "mem_cgroup_handle_over_high"},
    {reclaim, "__mem_cgroup_handle_over_high"},
    {reclaim, "mem_cgroup_oom_synchronize"},
    {reclaim, "try_charge_memcg"},
    {reclaim, "try_charge"},
    {reclaim, "__alloc_pages_slowpath"},
    {reclaim, "mempool_alloc"},
    {reclaim, "mempool_alloc_noprof"},

    {request_tag, "blk_mq_get_tag"},
    {request_tag, "__blk_mq_alloc_request"},
    {request_tag, "__blk_mq_alloc_requests"},

    {io_controller, "rq_qos_wait"},
    {io_controller, "wbt_wait"},
    {io_controller, "ioc_rqos_throttle"},
    {io_controller, "blkcg_iolatency_throttle"},
    {io_controller, "blkcg_maybe_throttle_current"},
    {io_controller, "blkcg_maybe_throttle_blkg"},
    {io_controller, "__blk_throtl_bio"},
    {io_controller, "blk_throtl_bio"},

    {journal, "jbd2_log_wait_commit"},
    {journal, "jbd2_complete_transaction"},
    {journal, "jbd2_journal_commit_transaction"},
    {journal, "wait_transaction_locked"},
    {journal, "wait_transaction_switching"},
    {journal, "add_transaction_credits"},
    {journal, "start_this_handle"},
    {journal, "do_get_write_access"},
    {journal, "jbd2_journal_get_write_access"},
    {journal, "jbd2_journal_get_create_access"},
    {journal, "jbd2_journal_lock_updates"},
    {journal, "jbd2_journal_stop"},
    {journal, "__jbd2_log_wait_for_space"},
    {journal, "jbd2_log_do_checkpoint"},
    {journal, "jbd2_fc_begin_commit"},
    {journal, "jbd2_fc_wait_bufs"},
    {journal, "ext4_fc_commit"},
    {journal, "jbd2_write_superblock"},
    {journal, "xlog_wait_on_iclog"},
    {journal, "xlog_wait_on_iclog_lsn"},
    {journal, "xlog_force_lsn"},
    {journal, "xlog_cil_force_seq"},
    {journal, "xlog_cil_force_lsn"},
    {journal, "xlog_cil_push_work"},
    {journal, "xlog_grant_head_wait"},
    {journal, "xlog_state_get_iclog_space"},
    {journal, "__xfs_log_force_lsn"},
    {journal, "xfs_log_force"},
    {journal, "xfs_log_force_seq"},
    {journal, "xfs_log_force_lsn"},
    {journal, "xfs_log_reserve"},
    {journal, "xfs_log_regrant"},
    {journal, "btrfs_commit_transaction"},
    {journal, "btrfs_wait_for_commit"},
    {journal, "btrfs_sync_log"},
    {journal, "btrfs_wait_tree_log_extents"},
    {journal, "wait_current_trans"},
    {journal, "wait_for_commit"},
    {journal, "wait_log_commit"},
    {journal, "f2fs_issue_checkpoint"},
    {journal, "f2fs_write_checkpoint"},
    {journal, "__wait_on_buffer", commits},

    // Pages under writeback: of a sync call, else of whoever met them.
    {fsync_data, "folio_wait_writeback", sync_calls},
    {fsync_data, "wait_on_page_writeback", sync_calls},
    {fsync_data, "wb_wait_for_completion", sync_calls},
    {fsync_data, "btrfs_start_ordered_extent", sync_calls},
    {fsync_data, "btrfs_start_ordered_extent_nowriteback", sync_calls},
    {fsync_data, "btrfs_wait_ordered_range", sync_calls},
    {fsync_data, "fsync_buffers_list"},
    {fsync_data, "sync_mapping_buffers"},
    {fsync_data, "blkdev_issue_flush"},
    {writeback, "folio_wait_writeback"},
    {writeback, "folio_wait_writeback_killable"},
    {writeback, "folio_wait_stable"},
    {writeback, "wait_on_page_writeback"},
    {writeback, "wait_for_stable_page"},
    {writeback, "wb_wait_for_completion"},
    {writeback, "inode_sleep_on_writeback"},
    {writeback, "inode_wait_for_writeback"},
    {writeback, "__inode_wait_for_writeback"},
    {writeback, "btrfs_start_ordered_extent"},
    {writeback, "btrfs_start_ordered_extent_nowriteback"},
    {writeback, "btrfs_wait_ordered_range"},
    {writeback, "btrfs_wait_ordered_extents"},
    {writeback, "btrfs_reserve_data_bytes"},
    {writeback, "sync_dirty_buffer"},
    {writeback, "__sync_dirty_buffer"},

    {direct_io, "__iomap_dio_rw"},
    {direct_io, "iomap_dio_rw"},
    {direct_io, "blkdev_direct_IO"},
    {direct_io, "__blkdev_direct_IO"},
    {direct_io, "__blkdev_direct_IO_simple"},
    {direct_io, "blkdev_direct_write"},
    {direct_io, "do_blockdev_direct_IO"},
    {direct_io, "__blockdev_direct_IO"},
    {direct_io, "dio_await_completion"},
    {direct_io, "inode_dio_wait"},
    {direct_io, "__inode_dio_wait"},
    {direct_io, "inode_dio_wait_interruptible"},
    {direct_io, "btrfs_direct_IO"},
    {direct_io, "btrfs_direct_read"},
    {direct_io, "btrfs_direct_write"},
    {direct_io, "btrfs_dio_read"},
    {direct_io, "btrfs_dio_write"},
    {direct_io, "read_events"},  // of libaio
    {direct_io, "do_io_getevents"},
    {direct_io, "blk_rq_map_user_iov"},
    {direct_io, "blk_execute_rq"},

    {io_uring, "io_cqring_wait"},
    {io_uring, "__io_cqring_wait_schedule"},
    {io_uring, "io_sq_thread"},
    {io_uring, "io_uring_cancel_generic"},
    {io_uring, "io_ring_exit_work"},
    {io_uring, "__io_uring_cancel"},

    // Pages that are locked because they are being read; others are a lock.
    {read, "__folio_lock", buffered_reads},
    {read, "__folio_lock_killable", buffered_reads},
    {read, "__folio_lock_or_retry", buffered_reads},
    {read, "__lock_page", buffered_reads},
    {read, "__lock_page_killable", buffered_reads},
    {read, "__lock_page_or_retry", buffered_reads},
    {read, "__lock_page_async", buffered_reads},
    {read, "filemap_get_pages"},
    {read, "filemap_read"},
    {read, "filemap_read_folio"},
    {read, "filemap_update_page"},
    {read, "filemap_fault"},
    {read, "filemap_map_pages"},
    {read, "folio_wait_locked"},
    {read, "folio_put_wait_locked"},
    {read, "put_and_wait_on_page_locked"},
    {read, "wait_on_page_locked"},
    {read, "wait_on_page_read"},
    {read, "generic_file_buffered_read"},
    {read, "generic_file_buffered_read_get_pages"},
    {read, "generic_file_buffered_read_readpage"},
    {read, "page_cache_ra_unbounded"},
    {read, "do_read_cache_folio"},
    {read, "do_read_cache_page"},
    {read, "__wait_on_buffer"},
    {read, "__bread_gfp"},
    {read, "bh_submit_read"},
    {read, "ext4_read_bh"},
    {read, "__block_write_begin_int"},
    {read, "iomap_write_begin"},
    {read, "iomap_read_folio_sync"},
    {read, "iomap_read_page_sync"},
    {read, "xfs_buf_iowait"},
    {read, "xfs_buf_read_map"},
    {read, "read_extent_buffer_pages"},
    {read, "btrfs_read_extent_buffer"},
    {read, "swap_readpage"},
    {read, "swap_read_folio"},
    {read, "do_swap_page"},

    {lock, "rwsem_down_read_slowpath"},
    {lock, "rwsem_down_write_slowpath"},
    {lock, "__down_read"},
    {lock, "__down_write"},
    {lock, "down_read"},
    {lock, "down_write"},
    {lock, "down_read_killable"},
    {lock, "down_write_killable"},
    {lock, "__mutex_lock"},
    {lock, "__mutex_lock_slowpath"},
    {lock, "__mutex_lock_killable_slowpath"},
    {lock, "__mutex_lock_interruptible_slowpath"},
    {lock, "mutex_lock"},
    {lock, "mutex_lock_killable"},
    {lock, "mutex_lock_interruptible"},
    {lock, "__down"},
    {lock, "__down_common"},
    {lock, "___down_common"},
    {lock, "__down_timeout"},
    {lock, "__down_killable"},
    {lock, "down"},
    {lock, "percpu_rwsem_wait"},
    {lock, "percpu_down_write"},
    {lock, "rt_mutex_slowlock"},
    {lock, "__rt_mutex_slowlock"},
    {lock, "rt_mutex_lock"},
    {lock, "rtlock_slowlock_locked"},
    {lock, "__folio_lock"},
    {lock, "__folio_lock_killable"},
    {lock, "__lock_page"},
    {lock, "__lock_page_killable"},
    {lock, "__lock_buffer"},
    {lock, "__wait_on_inode"},
    {lock, "__wait_on_freeing_inode"},
    {lock, "inode_wait_for_lru_isolating"},
    {lock, "d_alloc_parallel"},
    {lock, "__bio_queue_enter"},
    {lock, "bio_queue_enter"},
    {lock, "blk_queue_enter"},
    {lock, "btrfs_tree_lock"},
    {lock, "btrfs_tree_lock_nested"},
    {lock, "__btrfs_tree_lock"},
    {lock, "btrfs_tree_read_lock"},
    {lock, "btrfs_tree_read_lock_nested"},
    {lock, "__btrfs_tree_read_lock"},
    {lock, "wait_extent_bit"},
    {lock, "lock_extent"},
    {lock, "lock_extent_bits"},

    {sleep, "do_nanosleep"},
    {sleep, "hrtimer_nanosleep"},
    {sleep, "msleep"},
    {sleep, "msleep_interruptible"},
    {sleep, "usleep_range_state"},
    {sleep, "usleep_range"},
    {sleep, "futex_wait*"},
    {sleep, "__futex_wait"},
    {sleep, "futex_do_wait"},
    {sleep, "futex_lock_pi"},
    {sleep, "do_futex"},
    {sleep, "pipe_read"},
    {sleep, "pipe_write"},
    {sleep, "pipe_wait_readable"},
    {sleep, "pipe_wait_writable"},
    {sleep, "anon_pipe_read"},
    {sleep, "anon_pipe_write"},
    {sleep, "fifo_pipe_read"},
    {sleep, "fifo_pipe_write"},
    {sleep, "wait_for_partner"},
    {sleep, "fifo_open"},
    {sleep, "splice_from_pipe*"},
    {sleep, "wait_for_space"},
    {sleep, "ep_poll"},
    {sleep, "do_epoll_wait"},
    {sleep, "poll_schedule_timeout*"},
    {sleep, "do_poll*"},
    {sleep, "do_sys_poll"},
    {sleep, "do_select"},
    {sleep, "do_wait"},
    {sleep, "kernel_wait4"},
    {sleep, "kernel_waitid"},
    {sleep, "wait_for_vfork_done"},
    {sleep, "kernel_clone"},
    {sleep, "do_sigtimedwait*"},
    {sleep, "sigsuspend"},
    {sleep, "__x64_sys_pause"},
    {sleep, "do_signal_stop"},
    {sleep, "ptrace_stop"},
    {sleep, "n_tty_read"},
    {sleep, "n_tty_write"},
    {sleep, "tty_wait_until_sent"},
    {sleep, "wait_woken"},
    {sleep, "unix_stream_read_generic"},
    {sleep, "unix_wait_for_peer"},
    {sleep, "unix_stream_connect"},
    {sleep, "sock_alloc_send_pskb"},
    {sleep, "__skb_wait_for_more_packets"},
    {sleep, "skb_wait_for_more_packets"},
    {sleep, "sk_wait_data"},
    {sleep, "sk_stream_wait_memory"},
    {sleep, "sk_stream_wait_connect"},
    {sleep, "inet_csk_accept"},
    {sleep, "inet_wait_for_connect"},
    {sleep, "do_semtimedop"},
    {sleep, "__do_semtimedop"},
    {sleep, "do_msgrcv"},
    {sleep, "do_msgsnd"},
    {sleep, "wq_sleep"},
    {sleep, "inotify_read"},
    {sleep, "eventfd_read"},
    {sleep, "timerfd_read"},
    {sleep, "signalfd_dequeue"},
    {sleep, "flock_lock_inode_wait"},
    {sleep, "locks_lock_inode_wait"},
    {sleep, "fcntl_setlk"},

    // No wait of these is known, but they say why.
    {fsync_data, "vfs_fsync_range"},
    {fsync_data, "do_fsync"},
    {fsync_data, "ksys_sync"},
    {fsync_data, "sync_filesystem"},
};

// Those of the tracing and of the scheduler; BPF programs have names of their own.
constexpr std::string_view scheduler[] = {
    "__schedule", "schedule", "schedule_idle", "schedule_timeout", "io_schedule",
    "io_schedule_timeout", "schedule_preempt_disabled", "preempt_schedule_common",
    "__cond_resched", "bpf_trace_run3", "bpf_trace_run4", "__bpf_trace_sched_switch",
    "__traceiter_sched_switch", "bpf_get_stack_raw_tp", "bpf_get_stack",
    "schedule_hrtimeout_range", "schedule_hrtimeout_range_clock", "schedule_hrtimeout",
    "wait_for_completion", "wait_for_completion_io", "wait_for_completion_io_timeout",
    "__wait_for_common", "wait_for_common", "wait_for_common_io", "__wait_on_bit",
    "out_of_line_wait_on_bit", "bit_wait", "bit_wait_io", "do_wait_intr", "schedule_rtlock",
};
// clang-format on

using Table = std::map<std::string_view, std::vector<const WaitRule*>>;

bool is_prefix(const WaitRule& rule) { return rule.function.ends_with('*'); }

Table by_function() {
    Table rows;
    for (const auto& rule : rules)
        if (!is_prefix(rule)) rows[rule.function].push_back(&rule);
    return rows;
}

bool names(const WaitRule& rule, std::string_view function) {
    auto wanted = rule.function;
    wanted.remove_suffix(1);
    return function.starts_with(wanted);
}

bool holds(const WaitRule& rule, std::span<const std::string> outward) {
    return rule.below.empty() ||
           std::find_first_of(outward.begin(), outward.end(), rule.below.begin(),
                              rule.below.end()) != outward.end();
}

/// The rule for a frame that stands in front of `outward`, null: none.
const WaitRule* rule_for(std::string_view function, std::span<const std::string> outward) {
    static const Table known = by_function();
    if (const auto found = known.find(function); found != known.end())
        for (const auto* rule : found->second)
            if (holds(*rule, outward)) return rule;
    for (const auto& rule : rules)
        if (is_prefix(rule) && names(rule, function) && holds(rule, outward)) return &rule;
    return nullptr;
}

}  // namespace

std::span<const WaitRule> wait_rules() { return rules; }

model::TimePart classify_wait(std::span<const std::string> frames) {
    for (std::size_t i = 0; i < frames.size(); ++i)
        if (const auto* rule = rule_for(frames[i], frames.subspan(i + 1))) return rule->part;
    return other;
}

std::string_view plain_function(std::string_view name) {
    const auto dot = name.find('.', 1);
    return dot == std::string_view::npos ? name : name.substr(0, dot);
}

bool is_scheduler_frame(std::string_view function) {
    return function.starts_with("bpf_prog_") ||
           std::find(std::begin(scheduler), std::end(scheduler), function) != std::end(scheduler);
}

}  // namespace wbtrace::analysis
