// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "flame/stack_table.h"

using Names = std::vector<std::pair<wbtrace::flame::Layer, std::string>>;

inline void add_stack(wbtrace::flame::StackTable& table, const Names& names, std::uint64_t weight) {
    std::vector<wbtrace::flame::FrameId> frames;
    for (const auto& [layer, name] : names) frames.push_back(table.frame(layer, name));
    table.add(std::move(frames), weight);
}

/// Two towers of one writer and one of another.
inline wbtrace::flame::StackTable writers() {
    using enum wbtrace::flame::Layer;
    wbtrace::flame::StackTable table;
    table.subject = {"time in dirty throttling", "µs", "dd if=/dev/zero", {}, false};
    add_stack(table, {{task, "dd"}, {user, "write"}, {gap, "-"}, {kernel, "vfs_write"}}, 5);
    add_stack(table,
              {{task, "dd"}, {user, "write"}, {gap, "-"}, {kernel, "vfs_write"}, {kernel, "wait"}},
              90);
    add_stack(table, {{task, "cp"}, {kernel, "vfs_write"}}, 5);
    return table;
}

/// Names that want to be something else.
inline wbtrace::flame::StackTable hostile() {
    using enum wbtrace::flame::Layer;
    wbtrace::flame::StackTable table;
    table.subject = {"<b>time</b>", "µs", "sh -c 'a & b' \x1b[31m", {"\"lost\" <1>"}, false};
    add_stack(table, {{task, "a;b c"}, {user, "x<y>&\"z'"}, {kernel, "k\x1b[0m\n"}}, 7);
    add_stack(table, {{task, "-"}, {user, "-"}, {user, "f_[k]"}, {user, "12 34"}}, 2);
    add_stack(table, {{task, ""}, {user, "back\\x3bslash"}, {user, "\xff\xfe"}, {gap, "-"}}, 3);
    add_stack(table, {{task, "]]>"}, {user, "[not/1]"}, {user, "]]><script>alert(1)</script>"}}, 1);
    return table;
}
