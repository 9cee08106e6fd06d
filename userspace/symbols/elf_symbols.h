// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "symbols/debug_files.h"

namespace wbtrace::symbols {

/// The functions of one ELF file: those of its symbol table, of its debug file's, or at least
/// those that it exports. Addresses are the file's own, as addr2line(1) takes them.
class ElfSymbols {
public:
    /// `fd` is read only; `path` is what messages and the search for debug files call it.
    static Result<ElfSymbols> read(int fd, const std::string& path, const DebugFolders& folders);

    /// Where a byte of the file is, once it is loaded. Empty: in no loaded part.
    [[nodiscard]] std::optional<std::uint64_t> address_of(std::uint64_t file_offset) const;

    /// The symbol of the function there, not demangled; null when none is known to be.
    [[nodiscard]] const std::string* function_at(std::uint64_t address) const;

    [[nodiscard]] std::size_t size() const { return functions_.size(); }

private:
    friend class ElfReader;
    struct Segment {
        std::uint64_t file_offset, address, bytes;
    };
    struct Function {
        std::uint64_t address;
        std::uint64_t bytes;  ///< 0: not told, so up to the next one
        int rank;             ///< the lower, the better its name among those of one address
        std::string name;
    };

    std::vector<Segment> segments_;
    std::vector<Function> functions_;  // by address; one of each
};

}  // namespace wbtrace::symbols
