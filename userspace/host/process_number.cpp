// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "host/process_number.h"

#include <charconv>
#include <filesystem>
#include <sstream>
#include <system_error>

#include "host/pseudo_file.h"

namespace wbtrace::host {

namespace {

/// NSpid: the number in our namespace, then in each one further in.
bool has_number(const std::string& status, std::uint32_t number) {
    const auto at = status.find("\nNSpid:");
    if (at == std::string::npos) return false;
    std::istringstream line(status.substr(at + 7, status.find('\n', at + 1) - at - 7));
    for (std::uint32_t one = 0; line >> one;)
        if (one == number) return true;
    return false;
}

}  // namespace

std::vector<std::uint32_t> processes_with_number(const std::string& root, std::uint32_t number) {
    std::vector<std::uint32_t> found;
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator(root + "/proc", none)) {
        const std::string name = entry.path().filename();
        std::uint32_t own = 0;
        const auto end = name.data() + name.size();
        if (std::from_chars(name.data(), end, own).ptr != end) continue;
        const auto status = read_pseudo_file(entry.path().string() + "/status");
        if (own == number || (status && has_number(*status, number))) found.push_back(own);
    }
    return found;
}

}  // namespace wbtrace::host
