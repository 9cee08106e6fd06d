// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "symbols/binaries.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysmacros.h>

#include <string_view>

#include "symbols/demangle.h"

namespace wbtrace::symbols {

namespace {

// Below the usual limit of open files, 1024, with what a trace needs else.
constexpr std::size_t most_kept = 400;

bool has_path(const AddressSpaces::File& file) {
    return file.path.starts_with('/') && !file.path.starts_with("//");
}

/// Numbers of btrfs and overlayfs differ between the kernel's events and stat(2).
bool is_same(int fd, const FileId& id) {
    struct stat found {};
    struct statfs system {};
    if (::fstat(fd, &found) != 0 || !S_ISREG(found.st_mode)) return false;
    if (::fstatfs(fd, &system) == 0 && system.f_type == OVERLAYFS_SUPER_MAGIC) return true;
    const bool has_device = id.major != 0 && ::major(found.st_dev) != 0;
    const bool other_device =
        id.major != ::major(found.st_dev) || id.minor != ::minor(found.st_dev);
    return found.st_ino == id.inode && !(has_device && other_device);
}

/// In the process's own root when it still runs, else in ours.
UniqueFd open_binary(const AddressSpaces::File& file) {
    const auto own_root = fmt::format("/proc/{}/root{}", file.process, file.path);
    for (const auto& path : {own_root, file.path}) {
        UniqueFd opened(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
        if (opened.valid() && is_same(opened.get(), file.id)) return opened;
    }
    return {};
}

std::string_view last_part(std::string_view path) {
    constexpr std::string_view removed = " (deleted)";
    if (path.ends_with(removed)) path.remove_suffix(removed.size());
    return path.substr(path.rfind('/') + 1);  // npos + 1 is 0
}

}  // namespace

void Binaries::keep(FileNumber number, const AddressSpaces::File& file) {
    if (!has_path(file) || kept_.size() >= most_kept) return;
    if (auto opened = open_binary(file); opened.valid()) kept_.emplace(number, std::move(opened));
}

const ElfSymbols* Binaries::symbols_of(FileNumber number, const AddressSpaces::File& file) {
    const auto [place, first_time] = read_.try_emplace(number);
    auto& symbols = place->second;
    if (first_time && has_path(file)) {
        UniqueFd late;
        const auto kept = kept_.find(number);
        if (kept == kept_.end()) late = open_binary(file);
        const int fd = kept == kept_.end() ? late.get() : kept->second.get();
        if (fd >= 0)
            if (auto found = ElfSymbols::read(fd, file.path, folders_)) symbols = std::move(*found);
    }
    return symbols ? &*symbols : nullptr;
}

std::string Binaries::name_of(FileNumber number, const AddressSpaces::File& file,
                              std::uint64_t file_offset) {
    auto address = file_offset;
    if (const ElfSymbols* symbols = symbols_of(number, file)) {
        address = symbols->address_of(file_offset).value_or(file_offset);
        if (const std::string* symbol = symbols->function_at(address)) {
            const auto [name, first_time] = demangled_.try_emplace(symbol);
            if (first_time) name->second = demangled(symbol->c_str());
            return name->second;
        }
    }
    if (file.path == "//anon") return "[anon]";
    auto binary = last_part(file.path);
    if (binary.starts_with('[') && binary.ends_with(']'))
        binary = binary.substr(1, binary.size() - 2);
    return fmt::format("[{}+{:#x}]", binary, address);
}

}  // namespace wbtrace::symbols
