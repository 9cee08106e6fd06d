// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "matrix/whole_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "base/open_files.h"
#include "base/printable.h"
#include "base/unique_fd.h"

namespace wbtrace {

namespace {

bool write_all(int fd, std::string_view text) {
    while (!text.empty()) {
        const auto written = ::write(fd, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return ::fsync(fd) == 0;
}

}  // namespace

Result<void> write_whole(const std::string& path, std::string_view text) {
    const auto fresh = path + ".new";
    const UniqueFd file(::open(fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
    if (file.valid() && write_all(file.get(), text) && ::rename(fresh.c_str(), path.c_str()) == 0)
        return {};
    const int error = errno;
    ::unlink(fresh.c_str());
    return fail(fmt::format("cannot write {}: {}", brief(path), std::strerror(error)),
                remedy_for(error, "make room, or give another --out"));
}

}  // namespace wbtrace
