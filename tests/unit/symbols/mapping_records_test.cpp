// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "symbols/mapping_records.h"

#include <linux/perf_event.h>

#include <cstring>
#include <vector>

#include "tests/catch.h"

using namespace wbtrace::symbols;

namespace {

/// A record as the kernel would write it.
class Record {
public:
    Record(std::uint32_t type, std::uint16_t misc = 0) { put(perf_event_header{type, misc, 0}); }

    template <typename Number>
    Record& put(Number number) {
        const auto* begin = reinterpret_cast<const std::byte*>(&number);
        bytes_.insert(bytes_.end(), begin, begin + sizeof(number));
        return *this;
    }
    Record& text(const std::string& text) {
        for (const char c : text) bytes_.push_back(static_cast<std::byte>(c));
        do bytes_.push_back({});
        while (bytes_.size() % 8 != 0);
        return *this;
    }
    std::vector<std::byte> at(std::uint64_t time_ns) {
        put(7U).put(7U).put(time_ns);
        const auto size = static_cast<std::uint16_t>(bytes_.size());
        std::memcpy(bytes_.data() + offsetof(perf_event_header, size), &size, sizeof(size));
        return bytes_;
    }

private:
    std::vector<std::byte> bytes_;
};

Record mmap_record() {
    Record record(PERF_RECORD_MMAP2);
    record.put(7U).put(8U).put(0x10000UL).put(0x2000UL).put(0x3000UL);
    return record.put(8U).put(1U).put(99UL).put(0UL).put(5U).put(2U).text("/lib/a b.so");
}

}  // namespace

TEST_CASE("a mapping comes with its file and its time") {
    const auto record = parse_mapping_record(mmap_record().at(1234));
    CHECK(record.process == 7);
    CHECK(record.time_ns == 1234);
    const auto& mapping = std::get<Mapping>(record.what);
    CHECK(mapping.begin == 0x10000);
    CHECK(mapping.end == 0x12000);
    CHECK(mapping.file_offset == 0x3000);
    CHECK(mapping.file == FileId{8, 1, 99});
    CHECK(mapping.path == "/lib/a b.so");
}

TEST_CASE("new processes are told, threads are not") {
    const auto fork = [](std::uint32_t child, std::uint32_t parent) {
        Record record(PERF_RECORD_FORK);
        return parse_mapping_record(
            record.put(child).put(parent).put(child).put(parent).put(0UL).at(1));
    };
    CHECK(std::get<MappingRecord::Forked>(fork(8, 7).what).parent == 7);
    CHECK(fork(8, 7).process == 8);
    CHECK(std::holds_alternative<std::monostate>(fork(7, 7).what));
}

TEST_CASE("a name comes by exec or otherwise, that of a thread does not count") {
    const auto named = [](std::uint32_t thread, std::uint16_t misc) {
        Record record(PERF_RECORD_COMM, misc);
        return parse_mapping_record(record.put(7U).put(thread).text("dd").at(1)).what;
    };
    CHECK(std::get<MappingRecord::Named>(named(7, PERF_RECORD_MISC_COMM_EXEC)).by_exec);
    CHECK_FALSE(std::get<MappingRecord::Named>(named(7, 0)).by_exec);
    CHECK(std::get<MappingRecord::Named>(named(7, 0)).comm == "dd");
    CHECK(std::holds_alternative<std::monostate>(named(8, 0)));
}

TEST_CASE("lost records are counted") {
    Record record(PERF_RECORD_LOST);
    const auto lost = parse_mapping_record(record.put(1UL).put(17UL).at(1));
    CHECK(std::get<MappingRecord::Lost>(lost.what).records == 17);
}

TEST_CASE("a record that is cut anywhere is never read beyond its end") {
    const auto whole = mmap_record().at(1);
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const std::vector<std::byte> cut(whole.begin(), whole.begin() + static_cast<long>(size));
        CHECK(parse_mapping_record(cut).time_ns <= ~0UL);
    }
    CHECK(std::holds_alternative<std::monostate>(
        parse_mapping_record(Record(PERF_RECORD_SAMPLE).at(1)).what));
}
