// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace wbtrace::host {

/// A block device's number as the kernel holds it in a dev_t of its own:
/// major << 20 | minor. glibc's dev_t spreads the bits differently.
using KernelDev = std::uint32_t;

constexpr KernelDev kernel_dev(std::uint32_t major_number, std::uint32_t minor_number) {
    return (major_number << 20) | (minor_number & 0xfffffU);
}
constexpr std::uint32_t kernel_major(KernelDev dev) { return dev >> 20; }
constexpr std::uint32_t kernel_minor(KernelDev dev) { return dev & 0xfffffU; }

/// From and to the dev_t of stat(2).
KernelDev kernel_dev_of(dev_t dev);
dev_t stat_dev_of(KernelDev dev);

/// "8:0".
std::string to_text(KernelDev dev);

/// "8:0" with nothing before or behind; empty for anything else and for numbers
/// that do not fit (12 bits and 20 bits).
std::optional<KernelDev> parse_kernel_dev(std::string_view text);

}  // namespace wbtrace::host
