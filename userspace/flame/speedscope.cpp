// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "flame/speedscope.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/printable.h"
#include "flame/frame_text.h"

namespace wbtrace::flame {

namespace {

using Json = nlohmann::ordered_json;

// The name of the format, which readers look for; nobody follows it.
constexpr const char* schema = "https://www.speedscope.app/file-format-schema.json";

const char* unit_of(const Subject& subject) {
    if (subject.unit == "µs") return "microseconds";
    return subject.unit == "bytes" ? "bytes" : "none";
}

std::string name_of(const Frame& frame) {
    std::string name = printable(frame.name);
    return frame.layer == Layer::kernel ? name + "_[k]" : name;
}

Json profile(const StackTable& table, const std::string& name, std::uint64_t Stack::*weight) {
    Json samples = Json::array();
    Json weights = Json::array();
    std::uint64_t total = 0;
    for (const Stack* stack : table.in_order()) {
        if (stack->*weight == 0) continue;
        samples.push_back(stack->frames);
        weights.push_back(stack->*weight);
        total += stack->*weight;
    }
    return {{"type", "sampled"},
            {"name", printable(name)},
            {"unit", unit_of(table.subject)},
            {"startValue", 0},
            {"endValue", total},
            {"samples", std::move(samples)},
            {"weights", std::move(weights)}};
}

}  // namespace

std::string to_speedscope(const StackTable& table) {
    Json frames = Json::array();
    for (const Frame& frame : table.frames()) frames.push_back({{"name", name_of(frame)}});
    const auto& about = table.subject;
    const std::string title = fmt::format("{} ({})", about.title, about.unit);
    Json profiles = Json::array();
    if (about.compared) profiles.push_back(profile(table, title + ", before", &Stack::base));
    profiles.push_back(profile(table, title, &Stack::weight));
    const Json document = {{"$schema", schema},
                           {"exporter", "wbtrace"},
                           {"name", printable(title)},
                           {"activeProfileIndex", profiles.size() - 1},
                           {"shared", {{"frames", std::move(frames)}}},
                           {"profiles", std::move(profiles)}};
    return document.dump() + "\n";
}

}  // namespace wbtrace::flame
