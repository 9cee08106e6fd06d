// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "flame/difference.h"

#include <fmt/format.h>

#include <utility>

namespace wbtrace::flame {

namespace {

__extension__ using Wide = unsigned __int128;

/// Sums are scaled, not weights: what one is rounded down by, the next gets.
class Scale {
public:
    Scale(std::uint64_t from, std::uint64_t to) : from_(from), to_(to) {}

    std::uint64_t next(std::uint64_t weight) {
        sum_ += weight;
        const auto scaled = static_cast<std::uint64_t>(Wide{sum_} * to_ / from_);
        return scaled - std::exchange(given_, scaled);
    }

private:
    std::uint64_t from_, to_;
    std::uint64_t sum_ = 0;
    std::uint64_t given_ = 0;
};

std::vector<FrameId> translate(const Stack& stack, const StackTable& from, StackTable& to) {
    std::vector<FrameId> frames;
    frames.reserve(stack.frames.size());
    for (const FrameId id : stack.frames) {
        const Frame& frame = from.frames()[id];
        frames.push_back(to.frame(frame.layer, frame.name));
    }
    return frames;
}

Result<void> check_comparable(const StackTable& base, const StackTable& changed, Scaling scaling) {
    if (base.subject.compared || changed.subject.compared)
        return fail("a table with two counts a line cannot be compared once more",
                    "give the tables that it was made of");
    const auto& a = base.subject.unit;
    const auto& b = changed.subject.unit;
    if (!a.empty() && !b.empty() && a != b)
        return fail(fmt::format("{} and {} cannot be compared", a, b), "compare like with like");
    if (scaling == Scaling::normalised && (base.total() == 0 || changed.total() == 0))
        return fail("there is nothing to scale: one of the tables is empty",
                    "compare without --normalize");
    return {};
}

}  // namespace

Result<StackTable> difference(const StackTable& base, const StackTable& changed, Scaling scaling) {
    if (auto fits = check_comparable(base, changed, scaling); !fits)
        return tl::unexpected(fits.error());
    StackTable result;
    result.subject = changed.subject;
    if (result.subject.unit.empty()) result.subject.unit = base.subject.unit;
    result.subject.compared = true;
    Scale scale(1, 1);
    if (scaling == Scaling::normalised) scale = Scale(base.total(), changed.total());
    for (const Stack* stack : base.in_order())
        result.add(translate(*stack, base, result), 0, scale.next(stack->weight));
    for (const Stack* stack : changed.in_order())
        result.add(translate(*stack, changed, result), stack->weight);
    return result;
}

}  // namespace wbtrace::flame
