// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "output.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/file_claim.h"
#include "base/open_files.h"
#include "base/printable.h"

namespace wbtrace {

namespace {

tl::unexpected<Error> cannot_write(std::string_view name, std::string remedy = {}) {
    return fail(fmt::format("cannot write {}: {}", brief(name), std::strerror(errno)),
                remedy_for(errno, std::move(remedy)));
}

/// A stream that we were started without, or that can only be read.
bool takes_writes(int fd) {
    const int flags = ::fcntl(fd, F_GETFL);
    return flags >= 0 && (flags & O_ACCMODE) != O_RDONLY;
}

}  // namespace

Output::Output(UniqueFd own, int fd, std::string name)
    : own_(std::move(own)), fd_(fd), name_(std::move(name)) {}

Result<Output> Output::to_file(const std::string& path) {
    if (path == "-") return Output::to_stream(STDOUT_FILENO, "stdout");
    UniqueFd own(::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644));
    if (!own.valid())
        return cannot_write(path, "name a file in a folder that is there and may be written to");
    const int fd = own.get();
    if (auto claimed = claim_file(fd, path, FileUse::written); !claimed)
        return tl::unexpected(claimed.error());
    Output output(std::move(own), fd, path);
    output.replaces_ = true;
    return output;
}

Result<Output> Output::to_stream(int fd, const char* name) {
    if (takes_writes(fd)) return Output({}, fd, name);
    return fail(fmt::format("{} is closed", name), "send it somewhere, /dev/null if need be");
}

Result<Output> Output::to_stderr() { return to_stream(STDERR_FILENO, "stderr"); }

bool Output::is_terminal() const { return ::isatty(fd_) == 1; }

bool Output::would_spoil(const Output& other) const {
    struct stat mine {
    }, its{};
    if (::fstat(fd_, &mine) != 0 || ::fstat(other.fd_, &its) != 0) return false;
    const bool same = mine.st_dev == its.st_dev && mine.st_ino == its.st_ino;
    return same && (S_ISREG(mine.st_mode) || fd_ == other.fd_);
}

Result<void> Output::write(std::string_view text) {
    // Only now: a run that fails before must not cost the report of the last one. What
    // is no regular file cannot be shortened, and need not be.
    if (std::exchange(replaces_, false) && ::ftruncate(fd_, 0) != 0 && errno != EINVAL)
        return cannot_write(name_);
    while (!text.empty()) {
        const auto written = ::write(fd_, text.data(), text.size());
        if (written >= 0) {
            text.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno == EPIPE) {
            reader_gone_ = true;
            return {};
        } else if (errno == EAGAIN) {
            // Somebody made the stream non-blocking: wait until it takes more.
            pollfd ready{fd_, POLLOUT, 0};
            ::poll(&ready, 1, -1);
        } else if (errno != EINTR) {
            return cannot_write(name_);
        }
    }
    return {};
}

}  // namespace wbtrace
