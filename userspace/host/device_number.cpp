// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "host/device_number.h"

#include <sys/sysmacros.h>

#include <charconv>

#include <fmt/core.h>

namespace wbtrace::host {

namespace {

std::optional<std::uint32_t> parse_number(std::string_view text, std::uint32_t limit) {
    std::uint32_t value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || stop != end || value > limit) return std::nullopt;
    return value;
}

}  // namespace

KernelDev kernel_dev_of(dev_t dev) { return kernel_dev(major(dev), minor(dev)); }

dev_t stat_dev_of(KernelDev dev) { return makedev(kernel_major(dev), kernel_minor(dev)); }

std::string to_text(KernelDev dev) {
    return fmt::format("{}:{}", kernel_major(dev), kernel_minor(dev));
}

std::optional<KernelDev> parse_kernel_dev(std::string_view text) {
    const auto colon = text.find(':');
    if (colon == std::string_view::npos) return std::nullopt;
    const auto major_number = parse_number(text.substr(0, colon), 0xfff);
    const auto minor_number = parse_number(text.substr(colon + 1), 0xfffff);
    if (!major_number || !minor_number) return std::nullopt;
    return kernel_dev(*major_number, *minor_number);
}

}  // namespace wbtrace::host
