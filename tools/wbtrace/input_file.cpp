// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "input_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "base/open_files.h"
#include "base/printable.h"
#include "base/unique_fd.h"
#include "recording/format.h"

namespace wbtrace {

Result<std::string> read_text(const std::string& path, std::size_t most_bytes) {
    const UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
    std::string text;
    ssize_t got = file.valid() ? 1 : -1;
    for (std::array<char, 65536> part; got > 0 && text.size() <= most_bytes;) {
        got = ::read(file.get(), part.data(), part.size());
        if (got > 0) text.append(part.data(), static_cast<std::size_t>(got));
    }
    if (got < 0)
        return fail(fmt::format("cannot read {}: {}", brief(path), std::strerror(errno)),
                    remedy_for(errno));
    if (text.size() > most_bytes)
        return fail(most_bytes < 1U << 20U
                        ? fmt::format("{} is longer than {} KiB", brief(path), most_bytes >> 10U)
                        : fmt::format("{} is longer than {} MiB", brief(path), most_bytes >> 20U));
    return text;
}

bool is_recording(const std::string& path) {
    // A pipe would wait for its writer, and what is read from it is gone.
    std::error_code unknown;
    if (!std::filesystem::is_regular_file(path, unknown)) return false;
    const UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
    std::array<unsigned char, recording::file_magic.size()> start{};
    return file.valid() &&
           ::pread(file.get(), start.data(), start.size(), 0) ==
               static_cast<ssize_t>(start.size()) &&
           start == recording::file_magic;
}

}  // namespace wbtrace
