// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/unique_fd.h"

namespace wbtrace {

/// Where a report goes: a file, or one of our own streams. Opened before the command
/// runs, so that a report which cannot be written is known before the work is done. A file that was
/// new, and into which nothing was written, goes again.
class Output {
public:
    /// "-" is stdout. Fails when the file cannot be created, or stdout is closed. A FIFO that
    /// nobody reads is waited for, and that is said on stderr.
    static Result<Output> to_file(const std::string& path);
    /// Fails when it is closed.
    static Result<Output> to_stderr();

    /// A reader that has gone away is no error: the output ends quietly.
    Result<void> write(std::string_view text);
    [[nodiscard]] bool reader_gone() const { return reader_gone_; }
    [[nodiscard]] bool is_terminal() const;
    /// Both are one regular file, or one stream: each would overwrite, or be mixed into, the
    /// other. Devices and FIFOs that were opened twice take what comes.
    [[nodiscard]] bool would_spoil(const Output& other) const;

private:
    static Result<Output> to_stream(int fd, const char* name);
    Output(UniqueFd own, int fd, std::string name);

    struct RemoveFile {
        void operator()(std::string* path) const;
    };

    UniqueFd own_;                                        // when it is ours to close
    std::unique_ptr<std::string, RemoveFile> unwritten_;  // new, and nothing is in it yet
    int fd_;
    bool reader_gone_ = false;
    bool replaces_ = false;  // what the file held goes at the first write
    std::string name_;
};

}  // namespace wbtrace
