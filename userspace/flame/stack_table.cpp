// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "flame/stack_table.h"

#include <algorithm>
#include <numeric>

namespace wbtrace::flame {

namespace {

constexpr const char* nobody = "[unknown]";
constexpr const char* unnamed = "[unnamed]";

template <std::uint64_t Stack::*member>
std::uint64_t sum(const std::vector<Stack>& stacks) {
    const auto add = [](std::uint64_t so_far, const Stack& stack) {
        return so_far + stack.*member;
    };
    return std::accumulate(stacks.begin(), stacks.end(), std::uint64_t{0}, add);
}

/// Place of each frame among all, by name.
std::vector<std::uint32_t> ranks(const std::vector<Frame>& frames) {
    std::vector<FrameId> order(frames.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(),
              [&](FrameId a, FrameId b) { return frames[a] < frames[b]; });
    std::vector<std::uint32_t> result(frames.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) result[order[i]] = i;
    return result;
}

}  // namespace

std::size_t StackTable::HashFrames::operator()(const std::vector<FrameId>& frames) const {
    std::uint64_t hash = frames.size();
    for (const FrameId id : frames) {
        hash = (hash ^ id) * 0x9e3779b97f4a7c15U;
        hash ^= hash >> 32U;
    }
    return hash;
}

FrameId StackTable::frame(Layer layer, std::string_view name) {
    if (name.empty()) name = unnamed;
    const auto [place, added] =
        ids_.emplace(Frame{std::string(name), layer}, static_cast<FrameId>(frames_.size()));
    if (added) frames_.push_back(place->first);
    return place->second;
}

void StackTable::add(std::vector<FrameId> frames, std::uint64_t weight, std::uint64_t base) {
    if (frames.empty()) frames.push_back(frame(Layer::task, nobody));
    const auto [place, added] = places_.emplace(std::move(frames), stacks_.size());
    if (added) stacks_.push_back({place->first, 0, 0});
    Stack& stack = stacks_[place->second];
    stack.weight += weight;
    stack.base += base;
}

std::uint64_t StackTable::total() const { return sum<&Stack::weight>(stacks_); }

std::uint64_t StackTable::base_total() const { return sum<&Stack::base>(stacks_); }

std::vector<const Stack*> StackTable::in_order() const {
    std::vector<const Stack*> result;
    result.reserve(stacks_.size());
    for (const Stack& stack : stacks_) result.push_back(&stack);
    const auto rank = ranks(frames_);
    const auto before = [&](FrameId a, FrameId b) { return rank[a] < rank[b]; };
    std::sort(result.begin(), result.end(), [&](const Stack* a, const Stack* b) {
        return std::lexicographical_compare(a->frames.begin(), a->frames.end(), b->frames.begin(),
                                            b->frames.end(), before);
    });
    return result;
}

}  // namespace wbtrace::flame
