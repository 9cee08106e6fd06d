// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "flame/frame_tree.h"

#include <algorithm>

namespace wbtrace::flame {

namespace {

/// A frame with the sums of all stacks through it. Its children follow it, up to `end`.
struct Node {
    FrameId frame;
    std::uint32_t depth;
    std::uint64_t weight;
    std::uint64_t base;
    std::size_t end;
};

std::size_t shared_frames(const Stack& a, const Stack& b) {
    const auto apart =
        std::mismatch(a.frames.begin(), a.frames.end(), b.frames.begin(), b.frames.end());
    return static_cast<std::size_t>(apart.first - a.frames.begin());
}

/// In order, stacks with a common beginning stand together.
std::vector<Node> merge(const StackTable& table) {
    std::vector<Node> nodes{{0, 0, table.total(), table.base_total(), 0}};
    std::vector<std::size_t> open;  // the nodes of the stack before, outermost first
    const auto close = [&](std::size_t keep) {
        for (; open.size() > keep; open.pop_back()) nodes[open.back()].end = nodes.size();
    };
    const Stack* before = nullptr;
    for (const Stack* stack : table.in_order()) {
        close(before != nullptr ? shared_frames(*before, *stack) : 0);
        while (open.size() < stack->frames.size()) {
            const auto depth = static_cast<std::uint32_t>(open.size() + 1);
            nodes.push_back({stack->frames[open.size()], depth, 0, 0, 0});
            open.push_back(nodes.size() - 1);
        }
        for (const std::size_t node : open) {
            nodes[node].weight += stack->weight;
            nodes[node].base += stack->base;
        }
        before = stack;
    }
    close(0);
    nodes[0].end = nodes.size();
    return nodes;
}

/// A box that is being filled from left to right.
struct Open {
    std::size_t end;  ///< of its node
    std::uint64_t next;
    Box narrow;  ///< what is too narrow on it so far
};

class Layout {
public:
    explicit Layout(std::uint64_t least) : least_(std::max<std::uint64_t>(least, 1)) {}

    std::vector<Box> of(const std::vector<Node>& nodes) {
        for (std::size_t i = 0; i < nodes.size();) {
            while (!open_.empty() && open_.back().end <= i) close();
            const Node& node = nodes[i];
            if (i > 0 && node.weight < least_) {
                fold(node);
                i = node.end;
            } else {
                place(node);
                ++i;
            }
        }
        while (!open_.empty()) close();
        return std::move(boxes_);
    }

private:
    void place(const Node& node) {
        const std::uint64_t start = open_.empty() ? 0 : open_.back().next;
        if (!open_.empty()) open_.back().next += node.weight;
        boxes_.push_back({node.frame, node.depth, start, node.weight, node.base, 0});
        open_.push_back({node.end, start, {}});
        open_.back().narrow.depth = node.depth + 1;
    }

    void fold(const Node& node) {
        Box& narrow = open_.back().narrow;
        if (node.weight > 0) narrow.narrow++;
        narrow.weight += node.weight;
        narrow.base += node.base;
    }

    void close() {
        Box narrow = open_.back().narrow;
        narrow.start = open_.back().next;
        if (narrow.weight >= least_) boxes_.push_back(narrow);
        open_.pop_back();
    }

    std::uint64_t least_;
    std::vector<Box> boxes_;
    std::vector<Open> open_;
};

}  // namespace

std::vector<Box> frame_tree(const StackTable& table, std::uint64_t least) {
    return Layout(least).of(merge(table));
}

}  // namespace wbtrace::flame
