// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "base/file_claim.h"

#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>

#include "base/printable.h"

namespace wbtrace {

Result<void> claim_file(int fd, const std::string& name, FileUse use) {
    struct stat about {};
    if (::fstat(fd, &about) != 0 || !S_ISREG(about.st_mode)) return {};
    // Of the open file, not of the process: two descriptors of one process exclude each other, too.
    const int how = use == FileUse::written ? LOCK_EX : LOCK_SH;
    if (::flock(fd, how | LOCK_NB) == 0 || errno != EWOULDBLOCK) return {};
    if (use == FileUse::read) return {};
    return fail(brief(name) + " is in use: two options name the same file, or another trace does",
                "give each a file of its own");
}

}  // namespace wbtrace
