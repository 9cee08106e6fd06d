// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "host/kernel_symbols.h"
#include "symbols/address_spaces.h"
#include "symbols/binaries.h"

namespace wbtrace::symbols {

/// From addresses of a trace to names. What cannot be told is "[unknown]"; no address of the
/// kernel is ever told.
class FrameNames {
public:
    /// An address of a stack: where the innermost function is, or where others will go on, which is
    /// behind the call that they are in.
    enum class Position { innermost, caller };

    FrameNames(std::optional<host::KernelSymbols> kernel, AddressSpaces spaces, Binaries binaries)
        : kernel_(std::move(kernel)), spaces_(std::move(spaces)), binaries_(std::move(binaries)) {}

    [[nodiscard]] std::string kernel(std::uint64_t address, Position position) const;
    /// Of a process as it was at the time.
    std::string user(std::uint32_t process, std::uint64_t time_ns, std::uint64_t address,
                     Position position);
    /// Of the process then; empty when it is not known.
    [[nodiscard]] std::string process(std::uint32_t process, std::uint64_t time_ns) const {
        return std::string(spaces_.comm(process, time_ns));
    }

private:
    std::optional<host::KernelSymbols> kernel_;
    AddressSpaces spaces_;
    Binaries binaries_;
};

}  // namespace wbtrace::symbols
