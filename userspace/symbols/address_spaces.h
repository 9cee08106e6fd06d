// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace wbtrace::symbols {

/// A file by what the kernel calls it.
struct FileId {
    std::uint32_t major = 0;  ///< of the file system's device
    std::uint32_t minor = 0;
    std::uint64_t inode = 0;
    friend auto operator<=>(const FileId&, const FileId&) = default;
};

/// A part of a file that is mapped to be executed.
struct Mapping {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;  ///< behind the last byte
    std::uint64_t file_offset = 0;
    FileId file;
    std::string path;  ///< as the process sees it; "[vdso]" and "//anon" are none
};

using FileNumber = std::uint32_t;  ///< index into AddressSpaces::files()

/// What was mapped in which process, and what it was called, at every time of a trace. Times are
/// CLOCK_MONOTONIC in ns; processes are told by their tgid. What happens is told in order of time.
class AddressSpaces {
public:
    struct File {
        FileId id;
        std::string path;
        std::uint32_t process = 0;  ///< that had it mapped first
    };
    struct Place {
        FileNumber file;
        std::uint64_t file_offset;
    };

    /// A process is new: it has what its parent has.
    void forked(std::uint32_t parent, std::uint32_t child, std::uint64_t time_ns);
    /// It has nothing any more, and another name.
    void execed(std::uint32_t process, std::string_view comm, std::uint64_t time_ns);
    void named(std::uint32_t process, std::string_view comm, std::uint64_t time_ns);
    /// Returns the file's number when it has not been seen before.
    std::optional<FileNumber> mapped(std::uint32_t process, const Mapping& mapping,
                                     std::uint64_t time_ns);

    /// What was mapped at an address. Empty: no file is known to be there.
    [[nodiscard]] std::optional<Place> find(std::uint32_t process, std::uint64_t time_ns,
                                            std::uint64_t address) const;
    /// The process's name then; empty when it is not known.
    [[nodiscard]] std::string_view comm(std::uint32_t process, std::uint64_t time_ns) const;

    [[nodiscard]] const std::vector<File>& files() const { return files_; }
    /// Programs that were started beyond what is kept: those have no names.
    [[nodiscard]] std::uint64_t forgotten() const { return forgotten_; }

private:
    struct Part {
        std::uint64_t begin, end, file_offset, since_ns;
        FileNumber file;
    };
    using Parts = std::vector<Part>;
    /// A process from a fork or exec on, till the next.
    struct Image {
        std::uint64_t since_ns = 0;
        std::string comm;
        std::shared_ptr<Parts> parts;  // shared by parent and child till one of them changes
    };

    Image* begin_image(std::uint32_t process, std::uint64_t time_ns);
    Image* last_image(std::uint32_t process);
    [[nodiscard]] const Image* image(std::uint32_t process, std::uint64_t time_ns) const;

    std::unordered_map<std::uint32_t, std::vector<Image>> images_;
    std::size_t image_count_ = 0;
    std::uint64_t forgotten_ = 0;
    std::vector<File> files_;
    std::map<std::pair<FileId, std::string>, FileNumber> file_numbers_;
};

}  // namespace wbtrace::symbols
