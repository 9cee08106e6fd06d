// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "output.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/printable.h"

namespace wbtrace {

Output::Output(UniqueFd own, int fd, std::string name)
    : own_(std::move(own)), fd_(fd), name_(std::move(name)) {}

Result<Output> Output::to_file(const std::string& path) {
    if (path == "-") return Output({}, STDOUT_FILENO, "stdout");
    UniqueFd own(::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644));
    if (!own.valid())
        return fail(fmt::format("cannot write {}: {}", brief(path), std::strerror(errno)),
                    "name a file in a folder that is there and may be written to");
    const int fd = own.get();
    Output output(std::move(own), fd, path);
    output.replaces_ = true;
    return output;
}

Output Output::to_stderr() { return Output({}, STDERR_FILENO, "stderr"); }

bool Output::is_terminal() const { return ::isatty(fd_) == 1; }

Result<void> Output::write(std::string_view text) {
    // Only now: a run that fails before must not cost the report of the last one. What
    // is no regular file cannot be shortened, and need not be.
    if (std::exchange(replaces_, false) && ::ftruncate(fd_, 0) != 0 && errno != EINVAL)
        return fail(fmt::format("cannot write {}: {}", brief(name_), std::strerror(errno)));
    while (!text.empty()) {
        const auto written = ::write(fd_, text.data(), text.size());
        if (written >= 0) {
            text.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno == EPIPE) {
            return {};
        } else if (errno == EAGAIN) {
            // Somebody made the stream non-blocking: wait until it takes more.
            pollfd ready{fd_, POLLOUT, 0};
            ::poll(&ready, 1, -1);
        } else if (errno != EINTR) {
            return fail(fmt::format("cannot write {}: {}", brief(name_), std::strerror(errno)));
        }
    }
    return {};
}

}  // namespace wbtrace
