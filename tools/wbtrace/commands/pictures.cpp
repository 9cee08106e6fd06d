// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "commands/pictures.h"

#include <fmt/format.h>

#include "analysis/stack_table.h"
#include "base/printable.h"
#include "flame/box_text.h"
#include "model/filter_words.h"
#include "output.h"

namespace wbtrace {

namespace {

/// As a shell would show it.
std::string joined(const std::vector<std::string>& words) {
    return words.empty() ? "the whole system" : fmt::format("{}", fmt::join(words, " "));
}

/// What a task does is no request and no page.
bool is_of_tasks(const flame::Wish& wish) {
    const auto kind = wish.kind->stacks;
    return kind == model::StackKind::wait || kind == model::StackKind::cpu ||
           kind == model::StackKind::lock;
}

}  // namespace

/// Before 5.19 the kernel does not tell of locks: then those that a task slept for are shown.
flame::Wish as_can_be_had(const flame::Wish& wish, const std::vector<model::ProbeFigures>& probes) {
    if (wish.kind->stacks != model::StackKind::lock) return wish;
    for (const auto& probe : probes)
        if (probe.name == "contention_end" && probe.attached) return wish;
    auto waits = *flame::wish_named("offcpu");
    waits.part = model::TimePart::lock;
    return waits;
}

flame::StackTable picture_of(const model::NamedStacks& stacks, const flame::Wish& wish,
                             const Traced& traced) {
    auto table = analysis::stack_table(stacks, wish);
    table.subject.detail = joined(traced.command);
    auto& notes = table.subject.notes;
    const auto words = model::filters_of_requests(traced.options);
    if (is_of_tasks(wish) && !words.empty())
        notes.push_back(fmt::format("whatever the tasks did, not only {}", brief(joined(words))));
    notes.insert(notes.end(), stacks.notes.begin(), stacks.notes.end());
    return table;
}

void announce_picture(const flame::StackTable& table, const std::string& file) {
    auto out = Output::to_stderr();
    if (!out) return;
    const auto& about = table.subject;
    std::string text = fmt::format(
        "wbtrace: {}: {}: {} {} in {} stacks\n", file == "-" ? "stdout" : brief(file), about.title,
        flame::grouped(table.total()), about.unit, flame::grouped(table.stacks().size()));
    for (const auto& note : about.notes) text += fmt::format("wbtrace: {}\n", note);
    (void)out->write(text);
}

}  // namespace wbtrace
