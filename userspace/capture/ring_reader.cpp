// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "capture/ring_reader.h"

#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include "base/clock.h"
#include "capture/skeleton.h"
#include "capture/stamp_slack.h"
#include "pipeline/batch_queue.h"

namespace wbtrace::capture {

namespace {

/// What a CPU may write at most, in bytes per ms: 3 million records of requests a second.
constexpr std::size_t bytes_per_ms = 400'000;
constexpr std::size_t longest_wait_ms = 20;
constexpr int highest_nice = -19;
constexpr std::size_t batch_bytes = 1U << 20;

}  // namespace

struct RingReader::Parts {
    explicit Parts(pipeline::BatchQueue& to) : queue(to), batch(to.take_empty()) {}
    ~Parts() {
        stop = true;
        if (thread.joinable()) thread.join();
        ring_buffer__free(rings);
    }

    void hand_on(std::uint64_t watermark_ns) {
        batch->watermark_ns = watermark_ns;
        seen_until_ns = watermark_ns;
        queue.push(std::move(batch));
        batch = queue.take_empty();
    }

    static int take(void* context, void* data, std::size_t size) {
        auto& self = *static_cast<Parts*>(context);
        self.batch->append({static_cast<const std::byte*>(data), size});
        if (self.batch->used_bytes() >= batch_bytes) self.hand_on(self.seen_until_ns);
        return 0;
    }

    void read_once() {
        const std::uint64_t begin = clock_ns(CLOCK_MONOTONIC);
        ring_buffer__consume(rings);
        hand_on(begin - stamp_slack_ns);
    }

    void run() {
        // On a machine that is busy with what we trace, the rings must still be emptied in
        // time. Without the right to it we run like everybody else.
        setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), highest_nice);
        while (!stop) {
            std::this_thread::sleep_for(pause);
            read_once();
        }
        read_once();
        cpu_ns = clock_ns(CLOCK_THREAD_CPUTIME_ID);
    }

    pipeline::BatchQueue& queue;
    std::unique_ptr<pipeline::Batch> batch;
    ring_buffer* rings = nullptr;
    std::chrono::milliseconds pause{1};
    std::uint64_t seen_until_ns = 0;
    std::uint64_t cpu_ns = 0;
    std::atomic<bool> stop = false;
    std::thread thread;
};

RingReader::RingReader(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
RingReader::RingReader(RingReader&&) noexcept = default;
RingReader::~RingReader() = default;

Result<RingReader> RingReader::start(const std::vector<int>& rings, std::size_t ring_bytes,
                                     pipeline::BatchQueue& queue) {
    auto parts = std::make_unique<Parts>(queue);
    const auto wait_ms = std::clamp<std::size_t>(ring_bytes / bytes_per_ms, 1, longest_wait_ms);
    parts->pause = std::chrono::milliseconds(wait_ms);
    for (int fd : rings) {
        if (!parts->rings)
            parts->rings = ring_buffer__new(fd, Parts::take, parts.get(), nullptr);
        else if (ring_buffer__add(parts->rings, fd, Parts::take, parts.get()) != 0)
            return fail(std::string("a ring buffer cannot be mapped: ") + std::strerror(errno),
                        "make --buffer smaller");
        if (!parts->rings)
            return fail(std::string("a ring buffer cannot be mapped: ") + std::strerror(errno),
                        "make --buffer smaller");
    }
    try {
        parts->thread = std::thread(&Parts::run, parts.get());
    } catch (const std::exception&) {
        return fail("no thread can be had to read the ring buffers");
    }
    return RingReader(std::move(parts));
}

std::uint64_t RingReader::finish() {
    parts_->stop = true;
    if (parts_->thread.joinable()) parts_->thread.join();
    return parts_->cpu_ns;
}

}  // namespace wbtrace::capture
