// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "host/file_place.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>

#include "base/unique_fd.h"

namespace wbtrace::host {

namespace {

// Forms of a handle that hold an inode's number and generation (exportfs.h).
constexpr int inode32_generation = 1;
constexpr int inode64_generation = 0x81;

/// A handle and the room behind it that its flexible member means.
struct Handle {
    alignas(file_handle) std::array<unsigned char, sizeof(file_handle) + MAX_HANDLE_SZ> bytes{};
    file_handle& head = *reinterpret_cast<file_handle*>(bytes.data());
};

template <typename T>
void append(Handle& handle, T value) {
    std::memcpy(handle.head.f_handle + handle.head.handle_bytes, &value, sizeof value);
    handle.head.handle_bytes += static_cast<unsigned>(sizeof value);
}

/// The form that this file system gives to handles of its own root; 0: cannot be had.
int handle_form(const std::string& mount_point) {
    Handle handle;
    int mount_id = 0;
    handle.head.handle_bytes = MAX_HANDLE_SZ;
    if (name_to_handle_at(AT_FDCWD, mount_point.c_str(), &handle.head, &mount_id, 0) != 0) return 0;
    return handle.head.handle_type;
}

/// The inode behind an own handle; errno ESTALE: there is none any more.
UniqueFd open_inode(const MetFile& file) {
    const int form = handle_form(file.mount_point);
    if (form != inode32_generation && form != inode64_generation) {
        errno = ENOTSUP;
        return UniqueFd(-1);
    }
    Handle handle;
    handle.head.handle_type = file.inode >> 32 != 0 ? inode64_generation : form;
    if (handle.head.handle_type == inode64_generation)
        append(handle, file.inode);
    else
        append(handle, static_cast<std::uint32_t>(file.inode));
    append(handle, file.generation);
    const UniqueFd mount(open(file.mount_point.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (mount.get() < 0) return UniqueFd(-1);
    return UniqueFd(open_by_handle_at(mount.get(), &handle.head, O_PATH | O_CLOEXEC));
}

/// The name that the kernel has for it; one that is unlinked says so at its end.
std::string name_of(int fd) {
    std::array<char, 4096> name{};
    const auto link = "/proc/self/fd/" + std::to_string(fd);
    const auto length = readlink(link.c_str(), name.data(), name.size());
    return length > 0 ? std::string(name.data(), static_cast<std::size_t>(length)) : std::string{};
}

bool still_there(const MetFile& file) {
    struct stat about {};
    return lstat(file.path.c_str(), &about) == 0 && about.st_ino == file.inode;
}

}  // namespace

FilePlace find_file(const MetFile& file) {
    using enum FileStays;
    if (still_there(file)) return {there};
    if (file.mount_point.empty()) return {unknown};
    const UniqueFd inode = open_inode(file);
    if (inode.get() < 0) return {errno == ESTALE || errno == ENOENT ? gone : unknown};
    struct stat about {};
    if (fstat(inode.get(), &about) == 0 && about.st_nlink == 0) return {gone};
    const auto name = name_of(inode.get());
    // A name that is not below the mount point is that of an inode without one in memory.
    const bool known = name.starts_with(file.mount_point) && name.size() > file.mount_point.size();
    return {moved, known ? name : std::string{}};
}

}  // namespace wbtrace::host
