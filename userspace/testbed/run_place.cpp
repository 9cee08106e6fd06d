// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "testbed/run_place.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <filesystem>

#include <fmt/format.h>

#include "base/open_files.h"
#include "base/printable.h"
#include "host/pseudo_file.h"
#include "testbed/failure.h"

namespace wbtrace::testbed {
namespace {

std::string journals_folder(const std::string& global) { return global + "/journals"; }

/// Of the process that wrote itself into the lock.
std::string lock_owner(const std::string& path) {
    const auto pid = host::read_number(path);
    return pid ? fmt::format(" (pid {})", *pid) : std::string();
}

/// FNV-1a: the same path gets the same link.
std::uint64_t hash_of(const std::string& text) {
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (const char letter : text)
        hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3U;
    return hash;
}

}  // namespace

Result<void> make_own_folder(const std::string& path) {
    if (::mkdir(path.c_str(), 0755) != 0 && errno != EEXIST) {
        return fail_with_errno("cannot make " + brief(path),
                               errno == EACCES ? "run wbtrace matrix as root" : "");
    }
    struct stat about {};
    if (::lstat(path.c_str(), &about) != 0) return fail_with_errno("cannot open " + brief(path));
    if (!S_ISDIR(about.st_mode) || about.st_uid != ::geteuid() || (about.st_mode & 022) != 0) {
        return fail(brief(path) + " is not a folder that we alone can write",
                    about.st_uid == ::geteuid() ? "" : "run wbtrace matrix as root");
    }
    return {};
}

Result<UniqueFd> lock_run_place(const std::string& global) {
    if (auto made = make_own_folder(global); !made) return tl::unexpected(made.error());
    if (auto made = make_own_folder(journals_folder(global)); !made)
        return tl::unexpected(made.error());
    const std::string path = global + "/matrix.lock";
    UniqueFd fd(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644));
    if (!fd.valid()) return fail_with_errno("cannot open " + path, remedy_for(errno));
    if (::flock(fd.get(), LOCK_EX | LOCK_NB) != 0) {
        return fail("another wbtrace matrix is running on this machine" + lock_owner(path),
                    "wait until it has ended: settings such as vm.dirty_bytes exist only once");
    }
    const std::string pid = fmt::format("{}\n", ::getpid());
    if (::ftruncate(fd.get(), 0) != 0 || ::pwrite(fd.get(), pid.data(), pid.size(), 0) < 0)
        return fail_with_errno("cannot write " + path);
    return fd;
}

Result<std::string> link_journal(const std::string& global, const std::string& journal) {
    std::string link = fmt::format("{}/{:016x}", journals_folder(global), hash_of(journal));
    ::unlink(link.c_str());
    if (::symlink(journal.c_str(), link.c_str()) != 0)
        return fail_with_errno("cannot make " + link);
    return link;
}

std::vector<std::pair<std::string, std::string>> linked_journals(const std::string& global) {
    std::vector<std::pair<std::string, std::string>> found;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(journals_folder(global), error)) {
        const auto target = std::filesystem::read_symlink(entry.path(), error);
        if (!error) found.emplace_back(entry.path().string(), target.string());
    }
    return found;
}

}  // namespace wbtrace::testbed
