// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "commands/flames.h"

#include <fmt/format.h>

#include <utility>

#include "analysis/stack_table.h"
#include "base/printable.h"
#include "bpf/abi/stacks.h"
#include "flame/box_text.h"
#include "flame/format.h"
#include "host/kernel_symbols.h"
#include "interruptible.h"
#include "symbols/frame_names.h"

namespace wbtrace {

namespace {

using symbols::FrameNames;

analysis::StackNames names_from(FrameNames& names) {
    const auto position = [](bool innermost) {
        return innermost ? FrameNames::Position::innermost : FrameNames::Position::caller;
    };
    analysis::StackNames result;
    result.kernel = [&names, position](std::uint64_t address, bool innermost) {
        return names.kernel(address, position(innermost));
    };
    result.user = [&names, position](std::uint32_t process, std::uint64_t time_ns,
                                     std::uint64_t address, bool innermost) {
        return names.user(process, time_ns, address, position(innermost));
    };
    result.process = [&names](std::uint32_t process, std::uint64_t time_ns) {
        return names.process(process, time_ns);
    };
    return result;
}

unsigned bit_of(model::StackKind kind) { return 1U << static_cast<unsigned>(kind); }

/// Before 5.19 the kernel does not tell of locks: then those that a task slept for are shown.
flame::Wish as_can_be_had(const flame::Wish& wish, const model::Snapshot& snapshot) {
    if (wish.kind->stacks != model::StackKind::lock) return wish;
    for (const auto& probe : snapshot.capture.probes)
        if (probe.name == "contention_end" && probe.attached) return wish;
    auto waits = *flame::wish_named("offcpu");
    waits.part = model::TimePart::lock;
    return waits;
}

/// What else is lost is missing in the report, not in a picture.
bool concerns_stacks(const std::string& cause) {
    return cause == "stack_not_kept" || cause == "thread_not_kept" || cause == "program_missed";
}

/// As a shell would show it.
std::string joined(const std::vector<std::string>& words) {
    return words.empty() ? "the whole system" : fmt::format("{}", fmt::join(words, " "));
}

}  // namespace

Result<Flames> Flames::open(const cli::Options& options) {
    std::vector<Picture> pictures;
    for (const auto& wanted : options.flames) {
        auto out = Output::to_file(wanted.file);
        if (!out) return tl::unexpected(out.error());
        for (const auto& other : pictures)
            if (out->would_spoil(other.out))
                return fail(fmt::format("two flame graphs go to {}", brief(wanted.file)),
                            "give each a file of its own");
        pictures.push_back({wanted, std::move(*out)});
    }
    return Flames(std::move(pictures), options);
}

void Flames::ask(capture::SessionOptions& session) const {
    for (const auto& picture : pictures_) {
        const auto kind = picture.what.what.kind->stacks;
        session.stack_kinds |= bit_of(kind);
        session.user_stacks = true;
        if (kind == model::StackKind::wait) session.time_budget = true;
        if (kind == model::StackKind::io_time) session.stack_kinds |= bit_of(model::StackKind::io);
        if (kind == model::StackKind::lock) {
            session.probe_options->insert("--flame lock");
            session.time_budget = true;  // where the kernel does not tell of locks
        }
    }
    session.cpu_of_all = options_.system_wide;
}

Result<void> Flames::watch() {
    if (pictures_.empty()) return {};
    auto started = capture::MappingWatch::start();
    if (!started) return tl::unexpected(started.error());
    watch_.emplace(std::move(*started));
    return {};
}

std::vector<std::string> Flames::losses(const model::Snapshot& snapshot,
                                        std::uint64_t lost_mappings) const {
    std::vector<std::string> notes;
    for (const auto& loss : snapshot.capture.lost)
        if (loss.count > 0 && concerns_stacks(loss.cause))
            notes.push_back(fmt::format("{} {}", loss.count, loss.what));
    if (lost_mappings > 0)
        notes.push_back(fmt::format("{} mappings of programs were missed: frames without names",
                                    lost_mappings));
    return notes;
}

Result<void> Flames::write(const Tracing& tracing, const model::Snapshot& snapshot,
                           workload::SignalInbox& inbox) {
    if (pictures_.empty()) return {};
    auto seen = watch_->finish();
    auto notes = losses(snapshot, seen.lost);
    auto kernel = host::KernelSymbols::read();
    if (!kernel) notes.push_back(kernel.error().what);
    FrameNames names(kernel ? std::optional(std::move(*kernel)) : std::nullopt,
                     std::move(seen.spaces), std::move(seen.binaries));
    for (auto& picture : pictures_) {
        auto table =
            tracing.stack_table(as_can_be_had(picture.what.what, snapshot), names_from(names));
        table.subject.detail = joined(options_.command);
        table.subject.notes.insert(table.subject.notes.end(), notes.begin(), notes.end());
        const auto text = flame::written(table, picture.what.format);
        auto done = interruptible(inbox, [&] { return picture.out.write(text); });
        if (!done) return done;
        announce_picture(table, picture.what.file);
    }
    return {};
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
