// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "flame/kinds.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/printable.h"

namespace wbtrace::flame {

namespace {

using model::StackKind;

/// THE table of kinds.
constexpr Kind kinds[] = {
    {"throttle", "pauses in dirty throttling", "µs", StackKind::throttle, Weight::microseconds},
    {"offcpu", "time off the CPU", "µs", StackKind::wait, Weight::microseconds},
    {"cpu", "time on a CPU, 99 samples a second", "samples", StackKind::cpu, Weight::count},
    {"lock", "waits for kernel locks", "µs", StackKind::lock, Weight::microseconds},
    {"io", "bytes of requests, by who submitted them", "bytes", StackKind::io, Weight::weight},
    {"io:requests", "requests, by who submitted them", "requests", StackKind::io, Weight::count},
    {"io:latency", "time of requests in the device, by who submitted them", "µs",
     StackKind::io_time, Weight::microseconds},
    {"dirty", "pages dirtied", "pages", StackKind::dirty, Weight::weight},
};

// What a wait is never for.
constexpr auto first_wait = model::TimePart::throttle;

std::optional<model::TimePart> part_named(std::string_view name) {
    const auto& names = model::time_part_names;
    const auto found = std::find(names.begin() + static_cast<int>(first_wait), names.end(), name);
    if (found == names.end()) return std::nullopt;
    return static_cast<model::TimePart>(found - names.begin());
}

std::string listed_parts() {
    std::string list;
    for (std::size_t i = static_cast<std::size_t>(first_wait); i < model::time_part_count; ++i)
        list += fmt::format("{}{}", list.empty() ? "" : ", ", model::time_part_names[i]);
    return list;
}

}  // namespace

std::string Wish::title() const {
    if (!part) return std::string(kind->title);
    return fmt::format("{}: {}", kind->title,
                       model::time_part_titles[static_cast<std::size_t>(*part)]);
}

Result<Wish> wish_named(std::string_view name) {
    for (const Kind& kind : kinds)
        if (kind.name == name) return Wish{&kind};
    constexpr std::string_view waits = "offcpu:";
    if (name.starts_with(waits)) {
        if (auto part = part_named(name.substr(waits.size())))
            return Wish{wish_named("offcpu")->kind, part};
        return fail(fmt::format("'{}' is no kind of wait", brief(name)),
                    "give offcpu:KIND with one of " + listed_parts());
    }
    return fail(fmt::format("'{}' is no kind of flame graph", brief(name)),
                fmt::format("give one of {}, offcpu:KIND", fmt::join(kind_names(), ", ")));
}

std::vector<std::string> kind_names() {
    std::vector<std::string> names;
    for (const Kind& kind : kinds) names.emplace_back(kind.name);
    return names;
}

}  // namespace wbtrace::flame
