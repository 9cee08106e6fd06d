// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <fstream>
#include <iterator>
#include <string>

#include "capture/session_parts.h"

namespace wbtrace::capture {

namespace {

/// The state stands behind the name, which may hold anything, in parentheses. A zombie has
/// ended; without its exit event the kernel's table still has it, and others that are gone.
bool is_alive(__u32 tgid) {
    std::ifstream file("/proc/" + std::to_string(tgid) + "/stat");
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    const auto name_end = text.rfind(") ");
    if (name_end == std::string::npos || name_end + 2 >= text.size()) return false;
    const char state = text[name_end + 2];
    return state != 'Z' && state != 'X';
}

}  // namespace

std::uint64_t Session::processes_left() const {
    const int tasks = bpf_map__fd(parts_->loaded.skeleton->maps.scope_tasks);
    std::uint64_t alive = 0;
    __u32 tgid = 0;
    for (const __u32* previous = nullptr; bpf_map_get_next_key(tasks, previous, &tgid) == 0;
         previous = &tgid)
        if (is_alive(tgid)) alive++;
    return alive;
}

}  // namespace wbtrace::capture
