// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace wbtrace::host {

/// The names of the kernel's functions, those of its modules and of loaded BPF programs included,
/// as /proc/kallsyms had them when it was read. Names are those of the kernel, hostile as all are.
class KernelSymbols {
public:
    /// Views into this object, which must outlive them.
    struct Place {
        std::string_view name;    ///< "foo", "foo.isra.0": with the compiler's suffix
        std::string_view module;  ///< empty: the kernel itself
        std::uint64_t offset;     ///< bytes from the function's begin
    };

    /// Reads root + /proc/kallsyms. Fails when it is absent or hides the addresses
    /// (kernel.kptr_restrict, or not being root), and says what to do.
    static Result<KernelSymbols> read(const std::string& root = "/");

    /// The same of its text, lines "ADDRESS TYPE NAME[\t[MODULE]]". What is none is skipped.
    static Result<KernelSymbols> parse(std::string_view text);

    /// The function that the address is in: that with the next lower begin. Empty when what
    /// stands there is no function, or nothing is.
    [[nodiscard]] std::optional<Place> find(std::uint64_t address) const;

    [[nodiscard]] std::size_t size() const { return symbols_.size(); }

private:
    struct Symbol {
        std::uint64_t address;
        std::uint32_t name;    ///< begins here in text_
        std::uint16_t length;  ///< of the name
        std::uint16_t module;  ///< index into modules_; 0: the kernel
        bool function;
        bool global;
        bool foreign;  ///< of the 32-bit ABI
    };

    void add_line(std::string_view line);
    std::uint16_t module_number(std::string_view name);

    std::string text_;  // all names
    std::vector<std::string> modules_{std::string{}};
    std::vector<Symbol> symbols_;  // by address; one of each
};

}  // namespace wbtrace::host
