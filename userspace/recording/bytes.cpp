// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include "base/file_claim.h"
#include "base/printable.h"
#include "base/unique_fd.h"
#include "recording/chunk_source.h"

namespace wbtrace::recording {

Result<Bytes> open_bytes(const std::string& path) {
    // A FIFO must not be waited for.
    constexpr int how = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;
    auto fd = std::make_shared<UniqueFd>(::open(path.c_str(), how));
    struct stat about {};
    if (!fd->valid() || ::fstat(fd->get(), &about) != 0)
        return fail(fmt::format("{} cannot be read: {}", brief(path), std::strerror(errno)));
    if (!S_ISREG(about.st_mode))
        return fail(fmt::format("{} is no file that can be read as a recording", brief(path)));
    if (auto claimed = claim_file(fd->get(), path, FileUse::read); !claimed)
        return tl::unexpected(claimed.error());
    Bytes bytes;
    bytes.size = static_cast<std::uint64_t>(about.st_size);
    bytes.read = [fd](std::uint64_t offset, std::span<std::byte> to) {
        std::size_t got = 0;
        while (got < to.size()) {
            const auto more = ::pread(fd->get(), to.data() + got, to.size() - got,
                                      static_cast<off_t>(offset + got));
            if (more < 0 && errno == EINTR) continue;
            if (more <= 0) break;
            got += static_cast<std::size_t>(more);
        }
        return got;
    };
    return bytes;
}

Bytes bytes_in(std::span<const std::byte> memory) {
    Bytes bytes;
    bytes.size = memory.size();
    bytes.read = [memory](std::uint64_t offset, std::span<std::byte> to) {
        if (offset >= memory.size()) return std::size_t{0};
        const auto from = memory.subspan(offset);
        const auto got = std::min(from.size(), to.size());
        std::copy_n(from.begin(), got, to.begin());
        return got;
    };
    return bytes;
}

}  // namespace wbtrace::recording
