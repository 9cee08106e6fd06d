// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <fmt/format.h>

#include "base/printable.h"
#include "plan/plan_sections.h"

namespace wbtrace::plan {

namespace {

constexpr std::string_view device_keys[] = {"loop_size", "folder", "real", "chunk"};

Result<void> read_loops(const Section& section, DevicePool& devices) {
    constexpr Range loop_sizes{std::uint64_t{16} << 20U, std::uint64_t{1} << 50U};
    const auto size = section.size("loop_size", loop_sizes);
    if (!size) return tl::unexpected(size.error());
    devices.loop_bytes = size->value_or(devices.loop_bytes);
    const auto folder = section.word("folder");
    if (!folder) return tl::unexpected(folder.error());
    if (!*folder) return {};
    devices.loop_folder = (*folder)->text;
    if (devices.loop_folder.starts_with('/') && devices.loop_folder.find('\0') == std::string::npos)
        return {};
    return section.refuse((*folder)->line,
                          fmt::format("'{}' is no absolute path", brief(devices.loop_folder)));
}

Result<void> read_real(const Section& section, DevicePool& devices) {
    const auto real = section.words("real");
    if (!real) return tl::unexpected(real.error());
    for (const Word& word : *real) {
        if (!word.text.starts_with("/dev/") || word.text.find('\0') != std::string::npos)
            return section.refuse(word.line, fmt::format("'{}' is not in /dev", brief(word.text)));
        devices.real.push_back(word.text);
    }
    if (devices.real.empty()) return {};
    for (const char* key : {"loop_size", "folder"})
        if (section.has(key))
            return section.refuse(
                section.line_of(key),
                fmt::format("'{}' is about loop files, and real devices are listed", key),
                "leave one of them out");
    return {};
}

}  // namespace

Result<void> read_devices(const Section& section, DevicePool& devices) {
    if (auto known = section.check_keys(device_keys); !known) return known;
    if (auto read = read_loops(section, devices); !read) return read;
    if (auto read = read_real(section, devices); !read) return read;
    const auto chunk = section.size("chunk", {4096, std::uint64_t{64} << 20U});
    if (!chunk) return tl::unexpected(chunk.error());
    if (!*chunk) return {};
    if ((**chunk & (**chunk - 1)) != 0)
        return section.refuse(section.line_of("chunk"), "chunk is no power of two");
    devices.chunk_kib = static_cast<unsigned>(**chunk >> 10U);
    return {};
}

}  // namespace wbtrace::plan
