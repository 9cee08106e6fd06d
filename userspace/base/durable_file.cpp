// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "base/durable_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>

namespace wbtrace {

namespace {

/// Else the name of a new file may be lost with the power.
bool sync_folder_of(const std::string& path) {
    const auto folder = std::filesystem::path(path).parent_path();
    const UniqueFd fd(
        ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    return fd.valid() && ::fsync(fd.get()) == 0;
}

}  // namespace

bool write_durably(int fd, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(fd, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return ::fsync(fd) == 0;
}

UniqueFd replace_file(const std::string& path, std::string_view text, mode_t mode) {
    const std::string fresh = path + ".new";
    ::unlink(fresh.c_str());
    constexpr int flags = O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC;
    UniqueFd fd(::open(fresh.c_str(), flags, mode));
    if (!fd.valid()) return fd;
    if (write_durably(fd.get(), text) && ::rename(fresh.c_str(), path.c_str()) == 0 &&
        sync_folder_of(path))
        return fd;
    const int error = errno;
    ::unlink(fresh.c_str());
    errno = error;
    return {};
}

}  // namespace wbtrace
