// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "output.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

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

void say_that_we_wait(const std::string& path) {
    auto talk = Output::to_stderr();
    if (talk) (void)talk->write(fmt::format("wbtrace: waiting for a reader of {}\n", brief(path)));
}

/// Opened at once when somebody reads. To try and close again would be the end for the reader.
UniqueFd open_fifo(const std::string& path) {
    UniqueFd fifo(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK));
    if (fifo.valid()) {
        ::fcntl(fifo.get(), F_SETFL, ::fcntl(fifo.get(), F_GETFL) & ~O_NONBLOCK);
        return fifo;
    }
    if (errno == ENXIO) say_that_we_wait(path);
    return UniqueFd(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
}

/// `is_new`: it was not there.
UniqueFd open_file(const std::string& path, bool& is_new) {
    struct stat about {};
    if (::stat(path.c_str(), &about) == 0 && S_ISFIFO(about.st_mode)) return open_fifo(path);
    UniqueFd file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
    is_new = file.valid();
    // A link to a file that is not there is none that we have made.
    if (!is_new && errno == EEXIST)
        return UniqueFd(::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644));
    return file;
}

}  // namespace

void Output::RemoveFile::operator()(std::string* path) const {
    ::unlink(path->c_str());
    delete path;
}

Output::Output(UniqueFd own, int fd, std::string name)
    : own_(std::move(own)), fd_(fd), name_(std::move(name)) {}

Result<Output> Output::to_file(const std::string& path) {
    if (path == "-") return Output::to_stream(STDOUT_FILENO, "stdout");
    bool is_new = false;
    UniqueFd own = open_file(path, is_new);
    if (!own.valid())
        return cannot_write(path, "name a file in a folder that is there and may be written to");
    const int fd = own.get();
    if (auto claimed = claim_file(fd, path, FileUse::written); !claimed)
        return tl::unexpected(claimed.error());
    Output output(std::move(own), fd, path);
    output.replaces_ = true;
    if (is_new) output.unwritten_.reset(new std::string(path));
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
    delete unwritten_.release();
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
