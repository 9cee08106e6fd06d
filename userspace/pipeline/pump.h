// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/result.h"
#include "pipeline/batch_queue.h"
#include "pipeline/fan_out.h"
#include "pipeline/reorder_window.h"

namespace wbtrace::pipeline {

/// How much memory may stand between the rings and the sinks.
struct PumpLimits {
    std::size_t queue_bytes = 8U << 20;
    /// Memory of held batches. Twice what the rings hold together is always enough: a
    /// reader that stood still drains them all before the watermark can move.
    std::size_t window_bytes = 48U << 20;
};

/// What went through. A record is counted once, whatever became of it.
struct PumpCounts {
    std::uint64_t records = 0;    ///< all that came, the rest included
    std::uint64_t unknown = 0;    ///< of a kind this build does not know: skipped
    std::uint64_t malformed = 0;  ///< skipped
    std::uint64_t late = 0;       ///< delivered, but after a younger one
};

/// Owns the thread that takes batches from the queue, puts their records into time
/// order and shows them to the sinks. The sinks belong to that thread until finish(); who
/// wants to look at them before asks inspect().
class Pump {
public:
    /// The sinks must outlive the pump. Fails when no thread can be had.
    static Result<std::unique_ptr<Pump>> start(std::vector<events::Sink*> sinks,
                                               PumpLimits limits = {});
    Pump(const Pump&) = delete;
    Pump& operator=(const Pump&) = delete;
    ~Pump();

    /// Where the reader of the rings puts its batches.
    [[nodiscard]] BatchQueue& queue() { return queue_; }

    /// Runs `step` on the pump's thread, where the sinks may be looked at: after all records that
    /// were stamped before `cut_ns` and before all others, as far as they come in time. Waits for
    /// it, hence for the reader, which must go on handing over batches. Fails when the analysis
    /// has failed: finish() says why.
    Result<void> inspect(std::uint64_t cut_ns, std::function<void(const PumpCounts&)> step);

    /// Takes no more batches, shows the sinks all that is left, and ends the thread.
    /// Fails when a sink threw; what it had seen until then is incomplete.
    Result<PumpCounts> finish();

private:
    Pump(std::vector<events::Sink*> sinks, PumpLimits limits);

    void run();
    struct Inspection {
        std::uint64_t cut_ns = 0;
        std::function<void(const PumpCounts&)> step;
        std::promise<void> done;  // broken: it will not be run any more
    };

    void consume(std::unique_ptr<Batch> batch);
    std::optional<Inspection> take_inspection(std::uint64_t watermark_ns);
    void inspect_before(std::uint64_t watermark_ns);
    void deliver(std::span<const std::byte> record);
    template <typename Step>
    void guarded(Step&& step);
    void stop();
    [[nodiscard]] PumpCounts counts() const;

    BatchQueue queue_;
    ReorderWindow window_;
    FanOut sinks_;
    PumpCounts counts_;
    std::string failure_;  // why a sink gave up; written before the thread is joined
    bool failed_ = false;
    std::mutex inspection_mutex_;
    std::optional<Inspection> inspection_;  // the one that waits
    std::thread thread_;
};

}  // namespace wbtrace::pipeline
