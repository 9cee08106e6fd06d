// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "symbols/debug_files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <zlib.h>

#include <array>
#include <cerrno>
#include <cstdlib>

namespace wbtrace::symbols {

namespace {

UniqueFd open_file(const std::string& path) {
    return UniqueFd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
}

std::optional<std::uint32_t> checksum_of(int fd) {
    std::array<unsigned char, 1U << 16U> part{};
    auto sum = ::crc32(0, nullptr, 0);
    for (off_t at = 0;;) {
        const auto got = ::pread(fd, part.data(), part.size(), at);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return std::nullopt;
        if (got == 0) return static_cast<std::uint32_t>(sum);
        sum = ::crc32(sum, part.data(), static_cast<unsigned>(got));
        at += got;
    }
}

std::string folder_of(const std::string& path) {
    const auto slash = path.rfind('/');
    return slash == std::string::npos ? "." : path.substr(0, slash);
}

}  // namespace

DebugFolders DebugFolders::usual() {
    DebugFolders folders;
    const char* home = std::getenv("HOME");
    const char* cache = std::getenv("DEBUGINFOD_CACHE_PATH");
    if (home != nullptr) folders.perf = std::string(home) + "/.debug";
    if (cache != nullptr)
        folders.debuginfod = cache;
    else if (home != nullptr)
        folders.debuginfod = std::string(home) + "/.cache/debuginfod_client";
    return folders;
}

std::string build_id_text(std::span<const unsigned char> id) {
    std::string text;
    for (const unsigned char byte : id) text += fmt::format("{:02x}", byte);
    return text;
}

std::vector<std::string> places_by_build_id(const DebugReference& of, const DebugFolders& folders) {
    if (of.build_id.size() < 4) return {};
    const auto split = of.build_id.substr(0, 2) + "/" + of.build_id.substr(2);
    std::vector<std::string> places{folders.debug + "/.build-id/" + split + ".debug"};
    if (!folders.debuginfod.empty())
        places.push_back(folders.debuginfod + "/" + of.build_id + "/debuginfo");
    if (!folders.perf.empty()) {
        places.push_back(folders.perf + "/.build-id/" + split + "/debug");
        places.push_back(folders.perf + "/.build-id/" + split + "/elf");
    }
    return places;
}

std::vector<std::string> places_by_link(const DebugReference& of, const DebugFolders& folders) {
    // A link is a name: with a path it could lead anywhere.
    if (of.link.empty() || of.link.find('/') != std::string::npos) return {};
    const auto folder = folder_of(of.binary);
    return {folder + "/" + of.link, folder + "/.debug/" + of.link,
            folders.debug + folder + "/" + of.link};
}

UniqueFd open_debug_file(const DebugReference& of, const DebugFolders& folders,
                         std::string& found) {
    for (const auto& path : places_by_build_id(of, folders)) {
        found = path;
        if (auto file = open_file(path); file.valid()) return file;
    }
    for (const auto& path : places_by_link(of, folders)) {
        auto file = open_file(path);
        found = path;
        if (file.valid() && checksum_of(file.get()) == of.checksum) return file;
    }
    return {};
}

}  // namespace wbtrace::symbols
