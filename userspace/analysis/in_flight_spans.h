// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>

namespace wbtrace::analysis {

/// When anything of a kind was in flight: the union of the times of single requests.
/// Keeps the latest `most_spans` gapless stretches.
class InFlightSpans {
public:
    static constexpr std::size_t most_spans = 4096;

    /// A request was in flight [from_ns, to_ns). Its end is not before that of any
    /// added earlier: records come in the order of their ends.
    void add(std::uint64_t from_ns, std::uint64_t to_ns);

    /// How much of [from_ns, to_ns) something was in flight, in ns.
    [[nodiscard]] std::uint64_t time_within(std::uint64_t from_ns, std::uint64_t to_ns) const;

    /// Nobody will ask about what was before.
    void forget_before(std::uint64_t time_ns);

    [[nodiscard]] std::size_t size() const { return spans_.size(); }
    /// Where the middle one of them ends; there must be one.
    [[nodiscard]] std::uint64_t middle_ns() const { return spans_[spans_.size() / 2].to_ns; }

private:
    struct Span {
        std::uint64_t from_ns, to_ns;
    };
    std::deque<Span> spans_;  // apart from each other, in order
};

}  // namespace wbtrace::analysis
