// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "testbed/loop_device.h"

#include <fcntl.h>
#include <linux/loop.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "base/open_files.h"
#include "base/printable.h"
#include "base/unique_fd.h"
#include "testbed/failure.h"
#include "testbed/fresh_name.h"
#include "testbed/patience.h"
#include "testbed/tool.h"

namespace wbtrace::testbed {
namespace {

using Node = std::variant<std::string, Skip>;

struct BackingFile {
    UniqueFd fd;
    std::string path;
    std::string device;
    std::string inode;
};

Result<BackingFile> make_backing_file(const LoopWish& wish, UndoJournal& journal) {
    BackingFile file;
    std::error_code error;
    const std::string folder = std::filesystem::canonical(wish.folder, error).string();
    if (error) return fail(fmt::format("cannot open {}: {}", brief(wish.folder), error.message()));
    file.path = fmt::format("{}/wbtrace-{}.img", folder, fresh_name());
    if (auto noted = journal.note({UndoKind::file, {file.path}}); !noted)
        return tl::unexpected(noted.error());
    file.fd = UniqueFd(::open(file.path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (!file.fd.valid())
        return fail_with_errno("cannot make " + brief(file.path), remedy_for(errno));
    struct stat about {};
    if (::ftruncate(file.fd.get(), static_cast<off_t>(wish.bytes)) != 0 ||
        ::fstat(file.fd.get(), &about) != 0) {
        return fail_with_errno(fmt::format("cannot give {} its size", brief(file.path)));
    }
    file.device = std::to_string(about.st_dev);
    file.inode = std::to_string(about.st_ino);
    return file;
}

/// What the device itself keeps of the path.
std::string loop_name(const std::string& path) { return path.substr(0, LO_NAME_SIZE - 1); }

/// 5.8 and later know all of it in one call.
bool configure(int fd, const BackingFile& file, std::optional<unsigned> sector_bytes) {
    loop_config config{};
    config.fd = static_cast<__u32>(file.fd.get());
    config.block_size = sector_bytes.value_or(0);
    config.info.lo_flags = LO_FLAGS_DIRECT_IO;
    const std::string name = loop_name(file.path);
    name.copy(reinterpret_cast<char*>(config.info.lo_file_name), name.size());
    return ::ioctl(fd, LOOP_CONFIGURE, &config) == 0;
}

/// Somebody else may take the free device first: then the next one.
Result<Node> attach(const BackingFile& file, const LoopWish& wish, UndoJournal& journal) {
    const UniqueFd control(::open("/dev/loop-control", O_RDWR | O_CLOEXEC));
    if (!control.valid()) return Node(Skip{"no loop device can be had: no /dev/loop-control"});
    for (int attempt = 0; attempt < 20; ++attempt) {
        const int number = ::ioctl(control.get(), LOOP_CTL_GET_FREE);
        if (number < 0) return fail_with_errno("cannot get a loop device");
        const std::string node = fmt::format("/dev/loop{}", number);
        // The node of a new device may come a little later, when udev makes it.
        UniqueFd fd;
        wait_for([&] {
            fd = UniqueFd(::open(node.c_str(), O_RDWR | O_CLOEXEC));
            return fd.valid() || errno != ENOENT;
        });
        if (!fd.valid()) return Node(Skip{"no loop device can be had: cannot open " + node});
        if (auto noted = journal.note({UndoKind::loop, {node, file.device, file.inode, file.path}});
            !noted)
            return tl::unexpected(noted.error());
        if (configure(fd.get(), file, wish.sector_bytes)) return Node(node);
        if (errno == EINVAL && wish.sector_bytes)
            return Node(
                Skip{fmt::format("no loop device has sectors of {} B", *wish.sector_bytes)});
        if (errno != EBUSY)
            return fail_with_errno(fmt::format("cannot make {} a loop device", brief(file.path)));
    }
    return fail("cannot get a loop device: others take each free one first");
}

/// A removed file's inode number is given to the next one: the name tells them apart.
bool stands_on(int fd, const LoopBacking& backing) {
    loop_info64 info{};
    if (::ioctl(fd, LOOP_GET_STATUS64, &info) != 0) return false;
    const auto* name = reinterpret_cast<const char*>(info.lo_file_name);
    return std::to_string(info.lo_device) == backing.device &&
           std::to_string(info.lo_inode) == backing.inode &&
           std::string_view(name, ::strnlen(name, LO_NAME_SIZE)) == loop_name(backing.path);
}

}  // namespace

Result<Node> make_loop_device(const LoopWish& wish, UndoJournal& journal) {
    if (::access("/dev/loop-control", F_OK) != 0) {
        // Where it is built in there is nothing to load.
        [[maybe_unused]] const auto loaded = run_tool({"modprobe", "-q", "loop"});
        if (::access("/dev/loop-control", F_OK) != 0)
            return Node(Skip{"this kernel has no loop devices (module loop)"});
    }
    auto file = make_backing_file(wish, journal);
    if (!file) return tl::unexpected(file.error());
    return attach(*file, wish, journal);
}

Result<void> detach_loop_device(const std::string& node, const LoopBacking& backing) {
    const UniqueFd fd(::open(node.c_str(), O_RDONLY | O_CLOEXEC));
    if (!fd.valid() || !stands_on(fd.get(), backing)) return {};
    // While somebody has it open it goes when he closes it.
    const bool gone = wait_for([&] {
        ::ioctl(fd.get(), LOOP_CLR_FD);
        return !stands_on(fd.get(), backing);
    });
    return gone ? Result<void>() : fail(node + " cannot be detached: it is in use");
}

}  // namespace wbtrace::testbed
