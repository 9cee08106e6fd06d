// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "capture/perf_buffer.h"

#include <fmt/format.h>
#include <linux/perf_event.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <utility>

#include "base/open_files.h"
#include "host/pseudo_file.h"

namespace wbtrace::capture {

UniqueFd open_perf_event(perf_event_attr attributes, int cpu) {
    attributes.size = sizeof(attributes);
    constexpr int every_task = -1;
    return UniqueFd(static_cast<int>(
        ::syscall(SYS_perf_event_open, &attributes, every_task, cpu, -1, PERF_FLAG_FD_CLOEXEC)));
}

std::vector<int> online_cpus() {
    std::vector<int> cpus;
    // "0-3,8"
    const auto list = host::read_line("/sys/devices/system/cpu/online").value_or("0");
    const char* at = list.data();
    const char* end = at + list.size();
    while (at < end) {
        int first = 0;
        at = std::from_chars(at, end, first).ptr;
        int last = first;
        if (at < end && *at == '-') at = std::from_chars(at + 1, end, last).ptr;
        for (int cpu = first; cpu <= last; ++cpu) cpus.push_back(cpu);
        ++at;  // the comma
    }
    return cpus;
}

PerfBuffer::PerfBuffer(UniqueFd event, void* memory, std::size_t bytes, std::size_t page)
    : event_(std::move(event)), memory_(memory), bytes_(bytes), page_(page) {}

PerfBuffer::PerfBuffer(PerfBuffer&& other) noexcept
    : event_(std::move(other.event_)),
      memory_(std::exchange(other.memory_, nullptr)),
      bytes_(other.bytes_),
      page_(other.page_) {}

PerfBuffer::~PerfBuffer() {
    if (memory_ != nullptr) ::munmap(memory_, bytes_);
}

Result<PerfBuffer> PerfBuffer::map(UniqueFd event, std::size_t pages) {
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    const std::size_t bytes = (pages + 1) * page;
    void* memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, event.get(), 0);
    if (memory == MAP_FAILED)
        return fail(fmt::format("no buffer for perf events can be had: {}", std::strerror(errno)),
                    remedy_for(errno, "raise sysctl kernel.perf_event_mlock_kb"));
    return PerfBuffer(std::move(event), memory, bytes, page);
}

void PerfBuffer::read(const Take& take) {
    auto* control = static_cast<perf_event_mmap_page*>(memory_);
    const auto* data = static_cast<const std::byte*>(memory_) + page_;
    const std::size_t size = bytes_ - page_;
    const auto head = __atomic_load_n(&control->data_head, __ATOMIC_ACQUIRE);
    auto tail = control->data_tail;
    while (tail < head) {
        const std::size_t at = tail % size;
        perf_event_header header{};
        std::memcpy(&header, data + at, sizeof(header));  // aligned, so never cut by the end
        if (header.size < sizeof(header) || header.size > head - tail) break;
        if (at + header.size <= size) {
            take({data + at, header.size});
        } else {
            wrapped_.assign(data + at, data + size);
            wrapped_.insert(wrapped_.end(), data, data + (at + header.size - size));
            take(wrapped_);
        }
        tail += header.size;
    }
    __atomic_store_n(&control->data_tail, tail, __ATOMIC_RELEASE);
}

}  // namespace wbtrace::capture
