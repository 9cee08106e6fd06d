// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "capture/probe_catalog.h"

namespace wbtrace::capture {

namespace {

using enum Family;
constexpr auto in_pairing = WhenMissed::shows_in_pairing;
constexpr auto in_totals = WhenMissed::falsifies_a_total;

// clang-format off
constexpr ProbeRow rows[] = {
    {"on_block_rq_issue", "block_rq_issue", nullptr, requests, true, in_pairing,
     "requests, sizes, latencies"},
    {"on_block_rq_complete", "block_rq_complete", nullptr, requests, true, in_pairing,
     "requests, sizes, latencies"},
    {"on_block_io_start", "block_io_start", nullptr, requests, false, in_pairing,
     "queue time starts at insert"},
    {"on_block_rq_insert", "block_rq_insert", nullptr, requests, false, in_pairing,
     "queue time in the I/O scheduler"},
    {"on_block_rq_requeue", "block_rq_requeue", nullptr, requests, false, in_totals,
     "requeues; requeued requests count as missed completions"},
    {"on_block_rq_merge", "block_rq_merge", nullptr, requests, false, in_totals,
     "request-to-request merges"},
    {"on_block_rq_error", "block_rq_error", nullptr, requests, false, in_totals,
     "errors that the kernel also logged"},
    {"on_block_bio_queue", "block_bio_queue", nullptr, bios, false, in_totals,
     "bios, merge ratio, bio-based devices"},
    {"on_block_bio_complete", "block_bio_complete", nullptr, bios, false, in_totals,
     "latencies of bio-based devices"},
    {"on_block_bio_backmerge", "block_bio_backmerge", nullptr, bios, false, in_totals,
     "back merges, merge ratio"},
    {"on_block_bio_frontmerge", "block_bio_frontmerge", nullptr, bios, false, in_totals,
     "front merges, merge ratio"},
    {"on_block_split", "block_split", nullptr, bios, false, in_totals,
     "split bios"},
    {"on_block_plug", "block_plug", nullptr, plugging, false, in_totals,
     "plugs"},
    {"on_block_unplug", "block_unplug", nullptr, plugging, false, in_totals,
     "plug depth"},
    {"on_writeback_queue", "writeback_queue", nullptr, works, false, in_totals,
     "who queued a writeback work, and when"},
    {"on_writeback_start", "writeback_start", nullptr, works, true, in_totals,
     "writeback works"},
    {"on_writeback_written", "writeback_written", nullptr, works, true, in_totals,
     "writeback works"},
    {"on_writeback_wait", "writeback_wait", nullptr, works, false, in_totals,
     "waits inside writeback works"},
    {"on_writeback_pages_written", "writeback_pages_written", nullptr, works, true, in_totals,
     "writeback works"},
    {"on_balance_dirty_pages", "balance_dirty_pages", nullptr, throttling, true, in_totals,
     "dirty throttling"},
    {"on_bdi_dirty_ratelimit", "bdi_dirty_ratelimit", nullptr, throttling, false, in_totals,
     "dirty rate limits"},
    {"on_global_dirty_state", "global_dirty_state", nullptr, throttling, false, in_totals,
     "global dirty thresholds"},
    {"on_writeback_dirty_folio", "writeback_dirty_folio", nullptr, page_cache, true, in_totals,
     "pages dirtied, who dirtied what a kworker writes, settling"},
    {"on_writeback_dirty_page", "writeback_dirty_page", "writeback_dirty_folio", page_cache, true,
     in_totals, "pages dirtied, who dirtied what a kworker writes, settling"},
    {"on_mm_filemap_add_to_page_cache", "mm_filemap_add_to_page_cache", nullptr, page_cache, false,
     in_totals, "pages added"},
    {"on_mm_filemap_delete_from_page_cache", "mm_filemap_delete_from_page_cache", nullptr,
     page_cache, false, in_totals, "pages evicted"},
    {"on_sched_process_fork", "sched_process_fork", nullptr, processes, true, in_totals,
     "child processes of the command"},
    {"on_sched_process_exec", "sched_process_exec", nullptr, processes, false, in_totals,
     "names of the command's processes after exec"},
    {"on_sched_process_exit", "sched_process_exit", nullptr, processes, false, in_totals,
     "ends of the command's processes"},
};
// clang-format on

}  // namespace

std::span<const ProbeRow> probe_catalog() { return rows; }

}  // namespace wbtrace::capture
