// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// A plan as values, from its text. docs/matrix.md describes the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "plan/case.h"

namespace wbtrace::plan {

/// What a plan says in one word, with the line it stands on.
struct Word {
    std::string text;
    unsigned line = 0;
};

struct Workload {
    enum class Kind { dd, fio, command };
    Kind kind = Kind::dd;
    std::optional<std::uint64_t> bytes = {};    ///< of each writer
    std::optional<std::uint64_t> seconds = {};  ///< how long
    std::string job = {};                   ///< fio: path of the job file, from the plan's folder
    std::vector<std::string> command = {};  ///< command: its words, a template
};

/// Every axis has at least one value, but for those that a plan may leave out altogether.
struct Axes {
    std::vector<Layout> layouts = {};
    std::vector<FileSystem> file_systems = {};
    std::vector<unsigned> writers = {};
    std::vector<Dirty> dirty = {};                      ///< may be empty
    std::vector<unsigned> block_sizes = {};             ///< may be empty
    std::vector<std::vector<QueueSetting>> queue = {};  ///< each list is an axis: one name, values
};

/// How the cases are traced: as the options of the same names say.
struct Tracing {
    bool sync_calls = false;
    bool plug_time = false;
    std::optional<std::uint64_t> settle_s = {};      ///< empty: the tracer's own choice
    std::optional<std::uint64_t> buffer_bytes = {};  ///< of each ring; empty: likewise
};

struct Plan {
    std::string label = {};  ///< empty: the kernel's release
    bool shuffled = true;
    std::uint64_t seed = 1;
    unsigned repeat = 1;
    bool drop_caches = false;
    std::vector<Word> metrics = {};  ///< names, sets and paths
    DevicePool devices = {};
    Axes axes = {};
    Workload workload = {};
    Tracing tracing = {};
};

/// Longer texts are refused: no plan needs as much, and what parses them recurses.
inline constexpr std::size_t most_plan_bytes = 65536;

/// `name` is what errors call the text; they begin with it and the line: "plan.toml:12: ...".
Result<Plan> parse_plan(std::string_view name, std::string_view text);

}  // namespace wbtrace::plan
