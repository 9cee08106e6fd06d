// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/wait_rules.h"

#include <set>
#include <sstream>

#include "tests/catch.h"

using namespace wbtrace;
using model::TimePart;

namespace {

TimePart part_of(const std::string& stack) {
    std::istringstream words(stack);
    std::vector<std::string> frames;
    for (std::string word; words >> word;) frames.push_back(word);
    return analysis::classify_wait(frames);
}

}  // namespace

// Innermost first, as the kernels named have them.
TEST_CASE("waits are told by their stacks on all kernels") {
    // 5.10, 6.1, 6.18
    CHECK(part_of("schedule schedule_timeout io_schedule_timeout balance_dirty_pages "
                  "balance_dirty_pages_ratelimited generic_perform_write") == TimePart::throttle);
    CHECK(part_of("schedule io_schedule wait_on_page_bit_common wait_on_page_bit "
                  "wait_on_page_writeback __filemap_fdatawait_range file_write_and_wait_range "
                  "ext4_sync_file vfs_fsync_range do_fsync") == TimePart::fsync_data);
    CHECK(part_of("schedule io_schedule folio_wait_bit_common folio_wait_bit "
                  "folio_wait_writeback __filemap_fdatawait_range file_write_and_wait_range "
                  "ext4_sync_file vfs_fsync_range do_fsync") == TimePart::fsync_data);
    CHECK(part_of("io_schedule folio_wait_bit_common folio_wait_writeback folio_wait_stable "
                  "__filemap_get_folio iomap_write_begin") == TimePart::writeback);
    CHECK(part_of("io_schedule folio_wait_bit_common filemap_get_pages filemap_read vfs_read") ==
          TimePart::read);
    CHECK(part_of("io_schedule wait_on_page_bit_common generic_file_buffered_read "
                  "new_sync_read vfs_read") == TimePart::read);
    CHECK(part_of("io_schedule wait_on_page_bit_common __lock_page_killable "
                  "generic_file_buffered_read") == TimePart::read);
    CHECK(part_of("io_schedule blk_io_schedule __blkdev_direct_IO_simple blkdev_direct_write") ==
          TimePart::direct_io);
    CHECK(part_of("io_schedule blkdev_direct_IO generic_file_direct_write") == TimePart::direct_io);
    CHECK(part_of("blk_io_schedule __iomap_dio_rw iomap_dio_rw ext4_file_write_iter") ==
          TimePart::direct_io);
    CHECK(part_of("schedule read_events do_io_getevents __x64_sys_io_getevents") ==
          TimePart::direct_io);
    CHECK(part_of("schedule jbd2_log_wait_commit jbd2_complete_transaction ext4_sync_file "
                  "vfs_fsync_range do_fsync") == TimePart::journal);
    CHECK(part_of("schedule xlog_wait_on_iclog xlog_force_lsn xfs_log_force_seq "
                  "xfs_file_fsync vfs_fsync_range") == TimePart::journal);
    CHECK(part_of("schedule btrfs_commit_transaction btrfs_sync_file") == TimePart::journal);
}

TEST_CASE("a queue and its controllers are told from what asked for the request") {
    CHECK(part_of("io_schedule blk_mq_get_tag __blk_mq_alloc_requests blk_mq_submit_bio "
                  "__blkdev_direct_IO_simple") == TimePart::request_tag);
    CHECK(part_of("io_schedule rq_qos_wait wbt_wait __rq_qos_throttle blk_mq_submit_bio "
                  "ext4_io_submit") == TimePart::io_controller);
    CHECK(part_of("io_schedule ioc_rqos_throttle __rq_qos_throttle blk_mq_submit_bio") ==
          TimePart::io_controller);
}

TEST_CASE("what reclaim waits for is reclaim's") {
    CHECK(part_of("io_schedule folio_wait_bit_common folio_wait_writeback shrink_folio_list "
                  "shrink_inactive_list shrink_lruvec try_to_free_mem_cgroup_pages "
                  "try_charge_memcg filemap_add_folio") == TimePart::reclaim);
    CHECK(part_of("io_schedule wait_on_page_bit_common wait_on_page_writeback shrink_page_list "
                  "shrink_inactive_list try_charge") == TimePart::reclaim);
    CHECK(part_of("schedule_timeout reclaim_throttle shrink_node") == TimePart::reclaim);
}

TEST_CASE("locks, io_uring and waits that have nothing to do with storage") {
    CHECK(part_of("schedule schedule_preempt_disabled rwsem_down_write_slowpath down_write "
                  "ext4_buffered_write_iter") == TimePart::lock);
    CHECK(part_of("schedule io_cqring_wait __do_sys_io_uring_enter") == TimePart::io_uring);
    CHECK(part_of("schedule anon_pipe_read vfs_read") == TimePart::sleep);
    CHECK(part_of("schedule pipe_read vfs_read") == TimePart::sleep);
    CHECK(part_of("schedule do_nanosleep hrtimer_nanosleep") == TimePart::sleep);
    CHECK(part_of("schedule futex_wait_queue futex_wait do_futex") == TimePart::sleep);
    CHECK(part_of("schedule do_wait kernel_wait4") == TimePart::sleep);
}

TEST_CASE("what no rule names is other") {
    CHECK(part_of("schedule synchronize_rcu do_umount") == TimePart::other);
    CHECK(part_of("0xffffffff81000000 0xffffffff81000001") == TimePart::other);
    CHECK(part_of("") == TimePart::other);
}

TEST_CASE("suffixes of the compiler and frames of the scheduler say nothing") {
    CHECK(analysis::plain_function("pipe_read.isra.0") == "pipe_read");
    CHECK(analysis::plain_function(".hidden") == ".hidden");
    CHECK(analysis::is_scheduler_frame("__schedule"));
    CHECK(analysis::is_scheduler_frame("bpf_prog_6deef7357e7b4530_on_sched_switch"));
    CHECK_FALSE(analysis::is_scheduler_frame("balance_dirty_pages"));
}

TEST_CASE("no rule is hidden by an earlier one, and none is of time on a CPU") {
    std::set<std::string_view> settled;  // whatever called them
    for (const auto& rule : analysis::wait_rules()) {
        INFO(rule.function);
        CHECK(settled.count(rule.function) == 0);
        if (rule.below.empty()) settled.insert(rule.function);
        CHECK(rule.part >= TimePart::throttle);
    }
}
