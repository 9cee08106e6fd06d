// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "capture/mapping_watch.h"

#include <fmt/format.h>
#include <linux/perf_event.h>
#include <poll.h>
#include <time.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <exception>
#include <thread>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/open_files.h"
#include "capture/perf_buffer.h"
#include "capture/stamp_slack.h"
#include "symbols/mapping_records.h"
#include "symbols/proc_maps.h"

namespace wbtrace::capture {

namespace {

constexpr std::size_t pages_per_cpu = 64;
constexpr int look_every_ms = 50;

/// An event that counts nothing, and whose records tell of processes and mappings.
perf_event_attr telling_event() {
    perf_event_attr attributes{};
    attributes.type = PERF_TYPE_SOFTWARE;
    attributes.config = PERF_COUNT_SW_DUMMY;
    attributes.mmap = 1;
    attributes.mmap2 = 1;
    attributes.comm = 1;
    attributes.comm_exec = 1;
    attributes.task = 1;
    attributes.sample_id_all = 1;
    attributes.sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_TIME;
    attributes.use_clockid = 1;
    attributes.clockid = CLOCK_MONOTONIC;
    attributes.watermark = 1;
    attributes.wakeup_watermark = pages_per_cpu * 4096 / 4;
    return attributes;
}

/// Tells the history what happened, in the order in which it did.
class Teller {
public:
    Teller(symbols::AddressSpaces& spaces, symbols::Binaries& binaries)
        : spaces_(spaces), binaries_(binaries) {}

    void operator()(const std::monostate&) const {}
    void operator()(const symbols::MappingRecord::Lost& what) { lost += what.records; }
    void operator()(const symbols::MappingRecord::Forked& what) const {
        spaces_.forked(what.parent, of->process, of->time_ns);
    }
    void operator()(const symbols::MappingRecord::Named& what) const {
        if (what.by_exec)
            spaces_.execed(of->process, what.comm, of->time_ns);
        else
            spaces_.named(of->process, what.comm, of->time_ns);
    }
    void operator()(const symbols::Mapping& what) const {
        if (const auto file = spaces_.mapped(of->process, what, of->time_ns))
            binaries_.keep(*file, spaces_.files()[*file]);
    }

    const symbols::MappingRecord* of = nullptr;
    std::uint64_t lost = 0;

private:
    symbols::AddressSpaces& spaces_;
    symbols::Binaries& binaries_;
};

}  // namespace

struct MappingWatch::Parts {
    ~Parts() { end(); }

    void end() {
        stop = true;
        if (thread.joinable()) thread.join();
    }

    /// All that happened before has its place in the buffers now.
    void read(std::uint64_t until_ns) {
        for (auto& buffer : buffers)
            buffer.read(
                [this](auto bytes) { waiting.push_back(symbols::parse_mapping_record(bytes)); });
        const auto earlier = [](const symbols::MappingRecord& a, const symbols::MappingRecord& b) {
            return a.time_ns < b.time_ns;
        };
        std::stable_sort(waiting.begin(), waiting.end(), earlier);
        auto told = waiting.begin();
        for (; told != waiting.end() && told->time_ns < until_ns; ++told) {
            teller.of = &*told;
            std::visit(teller, told->what);
        }
        waiting.erase(waiting.begin(), told);
    }

    void run() {
        std::vector<pollfd> wakers;
        for (const auto& buffer : buffers) wakers.push_back({buffer.fd(), POLLIN, 0});
        while (!stop) {
            ::poll(wakers.data(), wakers.size(), look_every_ms);
            const auto begin = clock_ns(CLOCK_MONOTONIC);
            read(begin - stamp_slack_ns);
        }
        read(UINT64_MAX);
    }

    std::vector<PerfBuffer> buffers;
    symbols::AddressSpaces spaces;
    symbols::Binaries binaries{symbols::DebugFolders::usual()};
    Teller teller{spaces, binaries};
    std::vector<symbols::MappingRecord> waiting;
    std::atomic<bool> stop = false;
    std::thread thread;
};

MappingWatch::MappingWatch(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
MappingWatch::MappingWatch(MappingWatch&&) noexcept = default;
MappingWatch::~MappingWatch() = default;

Result<MappingWatch> MappingWatch::start() {
    auto parts = std::make_unique<Parts>();
    for (const int cpu : online_cpus()) {
        auto event = open_perf_event(telling_event(), cpu);
        if (!event.valid())
            return fail(
                fmt::format("mappings of programs cannot be followed: {}", std::strerror(errno)),
                remedy_for(errno, "run as root; lockdown and seccomp may forbid it"));
        auto buffer = PerfBuffer::map(std::move(event), pages_per_cpu);
        if (!buffer) return tl::unexpected(buffer.error());
        parts->buffers.push_back(std::move(*buffer));
    }
    // What is mapped while we look is told by both, which does no harm.
    symbols::read_running("/", parts->spaces);
    try {
        parts->thread = std::thread(&Parts::run, parts.get());
    } catch (const std::exception&) {
        return fail("no thread can be had to follow mappings");
    }
    return MappingWatch(std::move(parts));
}

MappingWatch::Seen MappingWatch::finish() {
    parts_->end();
    const auto lost = parts_->teller.lost + parts_->spaces.forgotten();
    return {std::move(parts_->spaces), std::move(parts_->binaries), lost};
}

}  // namespace wbtrace::capture
