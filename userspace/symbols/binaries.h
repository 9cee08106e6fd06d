// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

#include "base/unique_fd.h"
#include "symbols/address_spaces.h"
#include "symbols/debug_files.h"
#include "symbols/elf_symbols.h"

namespace wbtrace::symbols {

/// The files behind mappings, and the names of their functions.
class Binaries {
public:
    explicit Binaries(DebugFolders folders) : folders_(std::move(folders)) {}

    /// Opens a file while it is surely there: a program may be removed while it runs, and its
    /// mount namespace may end with it. At most a few hundred are kept open; of others the path
    /// must still lead to it when a name is wanted.
    void keep(FileNumber number, const AddressSpaces::File& file);

    /// The function at a place of the file, demangled, else "[libc.so.6+0x1234]" with the address
    /// as addr2line(1) takes it.
    std::string name_of(FileNumber number, const AddressSpaces::File& file,
                        std::uint64_t file_offset);

private:
    const ElfSymbols* symbols_of(FileNumber number, const AddressSpaces::File& file);

    DebugFolders folders_;
    std::unordered_map<FileNumber, UniqueFd> kept_;
    std::unordered_map<FileNumber, std::optional<ElfSymbols>> read_;  // empty: cannot be read
    std::unordered_map<const std::string*, std::string> demangled_;
};

}  // namespace wbtrace::symbols
