// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// The layouts are those of perf_event_open(2), with PERF_SAMPLE_TID and PERF_SAMPLE_TIME behind
// each record (sample_id_all).
#include "symbols/mapping_records.h"

#include <linux/perf_event.h>
#include <string_view>

#include <cstring>

namespace wbtrace::symbols {

namespace {

/// Reads numbers off a record; beyond its end they are 0.
class Cursor {
public:
    explicit Cursor(std::span<const std::byte> record) : rest_(record) {}

    template <typename Number>
    Number number() {
        Number value{};
        if (rest_.size() < sizeof(value)) {
            rest_ = {};
            return value;
        }
        std::memcpy(&value, rest_.data(), sizeof(value));
        rest_ = rest_.subspan(sizeof(value));
        return value;
    }

    /// The text up to its 0, which is there, or the end.
    std::string text() const {
        const std::string_view all(reinterpret_cast<const char*>(rest_.data()), rest_.size());
        return std::string(all.substr(0, all.find('\0')));
    }

private:
    std::span<const std::byte> rest_;
};

constexpr std::size_t trailer_bytes = 16;  // pid, tid, time

struct Ids {
    std::uint32_t process, thread;
};

Ids take_ids(Cursor& body) {
    const auto process = body.number<std::uint32_t>();
    return {process, body.number<std::uint32_t>()};
}

Mapping take_mapping(Cursor& body) {
    Mapping mapping;
    mapping.begin = body.number<std::uint64_t>();
    mapping.end = mapping.begin + body.number<std::uint64_t>();
    mapping.file_offset = body.number<std::uint64_t>();
    mapping.file.major = body.number<std::uint32_t>();
    mapping.file.minor = body.number<std::uint32_t>();
    mapping.file.inode = body.number<std::uint64_t>();
    (void)body.number<std::uint64_t>();  // generation of the inode
    (void)body.number<std::uint64_t>();  // protection and flags
    mapping.path = body.text();
    return mapping;
}

/// Records of threads are left out: the address space is the process's.
void fill(MappingRecord& result, const perf_event_header& header, Cursor body) {
    switch (header.type) {
    case PERF_RECORD_LOST:
        (void)body.number<std::uint64_t>();  // of the event
        result.what = MappingRecord::Lost{body.number<std::uint64_t>()};
        return;
    case PERF_RECORD_FORK: {
        const auto child = body.number<std::uint32_t>();
        const auto parent = body.number<std::uint32_t>();
        result.process = child;
        if (child != parent) result.what = MappingRecord::Forked{parent};
        return;
    }
    case PERF_RECORD_COMM: {
        const Ids ids = take_ids(body);
        result.process = ids.process;
        const bool by_exec = (header.misc & PERF_RECORD_MISC_COMM_EXEC) != 0;
        if (ids.process == ids.thread || by_exec)
            result.what = MappingRecord::Named{body.text(), by_exec};
        return;
    }
    case PERF_RECORD_MMAP2:
        result.process = take_ids(body).process;
        result.what = take_mapping(body);
        return;
    default: return;
    }
}

}  // namespace

MappingRecord parse_mapping_record(std::span<const std::byte> record) {
    MappingRecord result;
    const auto header = Cursor(record).number<perf_event_header>();
    if (record.size() < sizeof(header) + trailer_bytes) return result;
    Cursor trailer(record.subspan(record.size() - trailer_bytes + sizeof(Ids)));
    result.time_ns = trailer.number<std::uint64_t>();
    const auto body = record.first(record.size() - trailer_bytes).subspan(sizeof(header));
    fill(result, header, Cursor(body));
    return result;
}

}  // namespace wbtrace::symbols
