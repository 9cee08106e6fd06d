// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "pipeline/pump.h"

#include <pthread.h>
#include <signal.h>

#include <exception>
#include <system_error>
#include <utility>

#include "decode/dispatch.h"

namespace wbtrace::pipeline {

namespace {

// Signals are the main thread's business. A thread inherits the mask, so it is set
// before the start and not inside, where a first signal could come too early.
class SignalsBlocked {
public:
    SignalsBlocked() {
        sigset_t all;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before_);
    }
    SignalsBlocked(const SignalsBlocked&) = delete;
    SignalsBlocked& operator=(const SignalsBlocked&) = delete;
    ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

private:
    sigset_t before_{};
};

}  // namespace

Pump::Pump(std::vector<events::Sink*> sinks, PumpLimits limits)
    : queue_(limits.queue_bytes), window_(limits.window_bytes), sinks_(std::move(sinks)) {}

Result<std::unique_ptr<Pump>> Pump::start(std::vector<events::Sink*> sinks, PumpLimits limits) {
    std::unique_ptr<Pump> pump(new Pump(std::move(sinks), limits));
    try {
        const SignalsBlocked blocked;
        pump->thread_ = std::thread([raw = pump.get()] { raw->run(); });
    } catch (const std::system_error& error) {
        return fail(std::string("cannot start the analysis thread: ") + error.what(),
                    "raise the limit on processes (ulimit -u)");
    }
    pthread_setname_np(pump->thread_.native_handle(), "wbt-analysis");
    return pump;
}

Pump::~Pump() { stop(); }

void Pump::stop() {
    queue_.close();
    if (thread_.joinable()) thread_.join();
}

Result<PumpCounts> Pump::finish() {
    stop();
    if (failed_) return fail("the analysis of the records failed: " + failure_);
    return counts();
}

PumpCounts Pump::counts() const {
    PumpCounts counts = counts_;
    counts.late = window_.late();
    return counts;
}

Result<void> Pump::inspect(std::uint64_t cut_ns, std::function<void(const PumpCounts&)> step) {
    std::future<void> done;
    {
        const std::lock_guard lock(inspection_mutex_);
        auto& next = inspection_.emplace(Inspection{});
        next.cut_ns = cut_ns;
        next.step = std::move(step);
        done = next.done.get_future();
    }
    try {
        done.get();
    } catch (const std::future_error&) {
        return fail("the analysis of the records failed");
    }
    return {};
}

std::optional<Pump::Inspection> Pump::take_inspection(std::uint64_t watermark_ns) {
    const std::lock_guard lock(inspection_mutex_);
    if (!inspection_ || inspection_->cut_ns > watermark_ns) return std::nullopt;
    return std::exchange(inspection_, std::nullopt);
}

// A step that throws, or is dropped, breaks its promise: whoever waits is told.
void Pump::inspect_before(std::uint64_t watermark_ns) {
    auto inspection = take_inspection(watermark_ns);
    if (!inspection) return;
    window_.release(inspection->cut_ns, [&](auto record) { deliver(record); });
    inspection->step(counts());
    inspection->done.set_value();
}

void Pump::run() {
    // After a failure batches are still taken, or else the reader would block.
    while (auto batch = queue_.pop()) {
        if (failed_)
            guarded([&] { queue_.recycle(std::move(batch)); });
        else
            guarded([&] { consume(std::move(batch)); });
        if (failed_) take_inspection(UINT64_MAX);
    }
    if (!failed_) guarded([&] { window_.flush([&](auto record) { deliver(record); }); });
    take_inspection(UINT64_MAX);
}

// An exception must not leave the thread: it would end the program, and with it the
// traced command's report.
template <typename Step>
void Pump::guarded(Step&& step) {
    try {
        step();
    } catch (const std::exception& error) {
        failed_ = true;
        failure_ = error.what();
    } catch (...) {
        failed_ = true;
        failure_ = "unknown reason";
    }
}

void Pump::consume(std::unique_ptr<Batch> batch) {
    const std::uint64_t watermark_ns = batch->watermark_ns;
    counts_.records += batch->too_short();
    counts_.malformed += batch->too_short();
    window_.push(std::move(batch));
    inspect_before(watermark_ns);
    window_.release(watermark_ns, [&](auto record) { deliver(record); });
    while (auto spent = window_.take_spent()) queue_.recycle(std::move(spent));
}

void Pump::deliver(std::span<const std::byte> record) {
    ++counts_.records;
    switch (decode::dispatch(record, sinks_)) {
    case decode::Status::ok: break;
    case decode::Status::unknown_kind: ++counts_.unknown; break;
    case decode::Status::malformed: ++counts_.malformed; break;
    }
}

}  // namespace wbtrace::pipeline
