// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/named_stacks.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "analysis/stack_rows.h"
#include "analysis/wait_rules.h"
#include "bpf/abi/stacks.h"

namespace wbtrace::analysis {

namespace {

using model::NameNumber;

constexpr const char* not_kept = "[stack not kept]";
// The innermost frames, among which those of the tracing are.
constexpr std::size_t most_tracing = 10;

/// From the tracepoint to the helper that takes the stack.
bool is_tracing(std::string_view function) {
    constexpr std::array<std::string_view, 8> beginnings = {
        "bpf_prog_",    "bpf_trampoline_", "bpf_trace_run",  "__bpf_trace_",
        "__traceiter_", "bpf_get_stack",   "trace_call_bpf", "__bpf_prog_"};
    return std::any_of(beginnings.begin(), beginnings.end(),
                       [&](std::string_view beginning) { return function.starts_with(beginning); });
}

class Namer {
public:
    explicit Namer(const StackNames& names) : names_(names) {}

    void add(const model::StackRow& row) {
        // Rows that were only made, for requests that have not ended.
        if (row.count == 0) return;
        auto& to = stacks_.rows.emplace_back();
        to.kind = row.kind;
        to.tgid = row.tgid;
        to.tid = row.tid;
        to.count = row.count;
        to.weight = row.weight;
        const auto process = names_.process(row.tgid, row.first_ns);
        to.process = number_of(process.empty() ? row.comm : process);
        to.thread = number_of(row.comm);
        if (row.user.size() >= WB_USER_FRAMES) ++to.cut;
        for (std::size_t i = 0; i < row.user.size(); ++i)
            to.user.push_back(number_of(names_.user(row.tgid, row.first_ns, row.user[i], i == 0)));
        if (row.kernel.size() >= WB_STACK_FRAMES) ++to.cut;
        for (const auto& name : kernel_names(row)) to.kernel.push_back(number_of(name));
    }

    model::NamedStacks stacks() { return std::move(stacks_); }

private:
    NameNumber number_of(const std::string& name) {
        const auto next = static_cast<NameNumber>(stacks_.names.size());
        const auto [known, added] = numbers_.emplace(name, next);
        if (added) stacks_.names.push_back(name);
        return known->second;
    }

    /// Innermost first. A sample of a program has none, all else happens in the kernel.
    std::vector<std::string> kernel_names(const model::StackRow& row) {
        if (row.kernel.empty())
            return row.kind == model::StackKind::cpu && !row.user.empty()
                       ? std::vector<std::string>{}
                       : std::vector<std::string>{not_kept};
        std::vector<std::string> names;
        for (std::size_t i = 0; i < row.kernel.size(); ++i)
            names.emplace_back(plain_function(names_.kernel(row.kernel[i], i == 0)));
        std::size_t tracing = 0;
        for (std::size_t i = 0; i < std::min(names.size(), most_tracing); ++i)
            if (is_tracing(names[i])) tracing = i + 1;
        names.erase(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(tracing));
        return names;
    }

    const StackNames& names_;
    model::NamedStacks stacks_;
    std::unordered_map<std::string, NameNumber> numbers_;
};

}  // namespace

model::NamedStacks named_stacks(const std::vector<model::StackRow>& rows, const StackNames& names) {
    Namer namer(names);
    for (const auto& row : rows) namer.add(row);
    return namer.stacks();
}

model::NamedStacks stacks_of_facts(const CutFacts& facts, std::uint64_t jiffies_per_second) {
    StackNames names;
    names.kernel = [&](std::uint64_t number, bool) {
        const auto known = facts.kernel_functions.find(number);
        return known == facts.kernel_functions.end() ? std::string("[unknown]") : known->second;
    };
    names.user = [](auto...) { return std::string("[unknown]"); };
    names.process = [](auto...) { return std::string(); };
    auto stacks = named_stacks(stack_rows(facts.times, jiffies_per_second), names);
    if (facts.times.followed) stacks.kinds = bit_of(model::StackKind::wait);
    for (const auto& row : stacks.rows) stacks.kinds |= bit_of(row.kind);
    if (!facts.no_kernel_functions.empty()) stacks.notes.push_back(facts.no_kernel_functions);
    return stacks;
}

}  // namespace wbtrace::analysis
