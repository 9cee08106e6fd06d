// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/stack_table.h"

#include <string>
#include <utility>
#include <vector>

#include "analysis/wait_rules.h"
#include "flame/frame_text.h"

namespace wbtrace::analysis {

namespace {

using flame::FrameId;
using flame::Layer;
using flame::StackTable;

/// Sums are converted, not weights: what one is rounded down by, the next gets.
class Microseconds {
public:
    std::uint64_t next(std::uint64_t ns) {
        sum_ns_ += ns;
        const auto whole = sum_ns_ / 1000;
        const auto part = whole - given_;
        given_ = whole;
        return part;
    }

private:
    std::uint64_t sum_ns_ = 0;
    std::uint64_t given_ = 0;
};

class Maker {
public:
    Maker(const model::NamedStacks& stacks, const flame::Wish& wish)
        : names_(stacks.names), wish_(wish) {}

    void add(const model::NamedStack& row) {
        if (row.kind != wish_.kind->stacks) return;
        if (wish_.part && part_of(row) != *wish_.part) return;
        cut_ += row.cut;
        table_.add(frames_of(row), weight_of(row));
    }

    StackTable table() {
        table_.subject.title = wish_.title();
        table_.subject.unit = wish_.kind->unit;
        if (cut_ > 0)
            table_.subject.notes.push_back(std::to_string(cut_) +
                                           " stacks were deeper than what is kept of them");
        return std::move(table_);
    }

private:
    [[nodiscard]] model::TimePart part_of(const model::NamedStack& row) const {
        std::vector<std::string> functions;
        for (const auto name : row.kernel) functions.push_back(names_[name]);
        return classify_wait(functions);
    }

    std::uint64_t weight_of(const model::NamedStack& row) {
        switch (wish_.kind->weight) {
        case flame::Weight::count: return row.count;
        case flame::Weight::weight: return row.weight;
        case flame::Weight::microseconds: break;
        }
        return rounded_.next(row.weight);
    }

    std::vector<FrameId> frames_of(const model::NamedStack& row) {
        std::vector<FrameId> frames;
        frames.push_back(table_.frame(Layer::task, names_[row.process]));
        if (row.tid != 0)
            frames.push_back(
                table_.frame(Layer::task, flame::thread_name(names_[row.thread], row.tid)));
        for (auto name = row.user.rbegin(); name != row.user.rend(); ++name)
            frames.push_back(table_.frame(Layer::user, names_[*name]));
        if (!row.user.empty() && !row.kernel.empty())
            frames.push_back(table_.frame(Layer::gap, "-"));
        for (auto name = row.kernel.rbegin(); name != row.kernel.rend(); ++name)
            frames.push_back(table_.frame(Layer::kernel, names_[*name]));
        return frames;
    }

    const std::vector<std::string>& names_;
    const flame::Wish& wish_;
    StackTable table_;
    Microseconds rounded_;
    std::uint64_t cut_ = 0;
};

}  // namespace

StackTable stack_table(const model::NamedStacks& stacks, const flame::Wish& wish) {
    Maker maker(stacks, wish);
    for (const auto& row : stacks.rows) maker.add(row);
    return maker.table();
}

}  // namespace wbtrace::analysis
