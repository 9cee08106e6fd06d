// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/stack_table.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "analysis/wait_rules.h"
#include "bpf/abi/stacks.h"
#include "flame/frame_text.h"

namespace wbtrace::analysis {

namespace {

using flame::FrameId;
using flame::Layer;
using flame::StackTable;

constexpr const char* not_kept = "[stack not kept]";
// The innermost frames, among which those of the tracing are.
constexpr std::size_t most_tracing = 10;

bool begins_with_one_of(std::string_view name, const auto& beginnings) {
    return std::any_of(std::begin(beginnings), std::end(beginnings),
                       [&](std::string_view beginning) { return name.starts_with(beginning); });
}

/// From the tracepoint to the helper that takes the stack.
bool is_tracing(std::string_view function) {
    constexpr std::array<std::string_view, 8> beginnings = {
        "bpf_prog_",    "bpf_trampoline_", "bpf_trace_run",  "__bpf_trace_",
        "__traceiter_", "bpf_get_stack",   "trace_call_bpf", "__bpf_prog_"};
    return begins_with_one_of(function, beginnings);
}

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
    Maker(const flame::Wish& wish, const StackNames& names) : wish_(wish), names_(names) {}

    void add(const model::StackRow& row) {
        // Rows that were only made, for requests that have not ended.
        if (row.kind != wish_.kind->stacks || row.count == 0) return;
        const auto kernel = kernel_names(row);
        if (wish_.part && classify_wait(kernel) != *wish_.part) return;
        table_.add(frames_of(row, kernel), weight_of(row));
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
    std::uint64_t weight_of(const model::StackRow& row) {
        switch (wish_.kind->weight) {
        case flame::Weight::count: return row.count;
        case flame::Weight::weight: return row.weight;
        case flame::Weight::microseconds: break;
        }
        return rounded_.next(row.weight);
    }

    std::vector<FrameId> frames_of(const model::StackRow& row,
                                   const std::vector<std::string>& kernel) {
        std::vector<FrameId> frames;
        const auto process = names_.process(row.tgid, row.first_ns);
        frames.push_back(table_.frame(Layer::task, process.empty() ? row.comm : process));
        if (row.tid != 0)
            frames.push_back(table_.frame(Layer::task, flame::thread_name(row.comm, row.tid)));
        add_user(row, frames);
        if (!row.user.empty() && !kernel.empty()) frames.push_back(table_.frame(Layer::gap, "-"));
        for (auto name = kernel.rbegin(); name != kernel.rend(); ++name)
            frames.push_back(table_.frame(Layer::kernel, *name));
        return frames;
    }

    void add_user(const model::StackRow& row, std::vector<FrameId>& frames) {
        if (row.user.size() >= WB_USER_FRAMES) ++cut_;
        for (std::size_t i = row.user.size(); i-- > 0;)
            frames.push_back(table_.frame(
                Layer::user, names_.user(row.tgid, row.first_ns, row.user[i], i == 0)));
    }

    /// Innermost first. A sample of a program has none, all else happens in the kernel.
    std::vector<std::string> kernel_names(const model::StackRow& row) {
        if (row.kernel.empty())
            return row.kind == model::StackKind::cpu && !row.user.empty()
                       ? std::vector<std::string>{}
                       : std::vector<std::string>{not_kept};
        if (row.kernel.size() >= WB_STACK_FRAMES) ++cut_;
        std::vector<std::string> names;
        for (std::size_t i = 0; i < row.kernel.size(); ++i)
            names.emplace_back(plain_function(names_.kernel(row.kernel[i], i == 0)));
        std::size_t tracing = 0;
        for (std::size_t i = 0; i < std::min(names.size(), most_tracing); ++i)
            if (is_tracing(names[i])) tracing = i + 1;
        names.erase(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(tracing));
        return names;
    }

    const flame::Wish& wish_;
    const StackNames& names_;
    StackTable table_;
    Microseconds rounded_;
    std::uint64_t cut_ = 0;
};

}  // namespace

StackTable stack_table(const std::vector<model::StackRow>& rows, const flame::Wish& wish,
                       const StackNames& names) {
    Maker maker(wish, names);
    for (const auto& row : rows) maker.add(row);
    return maker.table();
}

}  // namespace wbtrace::analysis
