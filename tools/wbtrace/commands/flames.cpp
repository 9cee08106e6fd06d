// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "commands/flames.h"

#include <fmt/format.h>

#include <utility>

#include "analysis/named_stacks.h"
#include "base/printable.h"
#include "commands/filtering.h"
#include "commands/pictures.h"
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

/// What else is lost is missing in the report, not in a picture.
bool concerns_stacks(const std::string& cause) {
    return cause == "stack_not_kept" || cause == "thread_not_kept" || cause == "program_missed";
}

std::vector<std::string> losses(const model::Snapshot& snapshot, std::uint64_t lost_mappings) {
    std::vector<std::string> notes;
    for (const auto& loss : snapshot.capture.lost)
        if (loss.count > 0 && concerns_stacks(loss.cause))
            notes.push_back(fmt::format("{} {}", loss.count, loss.what));
    if (lost_mappings > 0)
        notes.push_back(fmt::format("{} mappings of programs were missed: frames without names",
                                    lost_mappings));
    return notes;
}

/// Of a session that was asked so.
unsigned kinds_of(const capture::SessionOptions& session) {
    const unsigned waits = session.time_budget ? bit_of(model::StackKind::wait) : 0;
    return session.stack_kinds | waits;
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

void Flames::ask(capture::SessionOptions& session) {
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
    kinds_ = kinds_of(session);
}

Result<void> Flames::watch() {
    if (pictures_.empty()) return {};
    auto started = capture::MappingWatch::start();
    if (!started) return tl::unexpected(started.error());
    watch_.emplace(std::move(*started));
    return {};
}

NameStacks Flames::namer() {
    if (pictures_.empty()) return {};
    return [this](const std::vector<model::StackRow>& rows, const model::Snapshot& snapshot) {
        return named(rows, snapshot);
    };
}

model::NamedStacks Flames::named(const std::vector<model::StackRow>& rows,
                                 const model::Snapshot& snapshot) {
    auto seen = watch_->finish();
    auto kernel = host::KernelSymbols::read();
    FrameNames names(kernel ? std::optional(std::move(*kernel)) : std::nullopt,
                     std::move(seen.spaces), std::move(seen.binaries));
    auto stacks = analysis::named_stacks(rows, names_from(names));
    stacks.kinds = kinds_;
    stacks.user_frames = true;
    stacks.notes = losses(snapshot, seen.lost);
    if (!kernel) stacks.notes.push_back(kernel.error().what);
    return stacks;
}

Result<void> Flames::write(const Tracing& tracing, const model::Snapshot& snapshot,
                           workload::SignalInbox& inbox) {
    for (auto& picture : pictures_) {
        const auto wish = as_can_be_had(picture.what.what, snapshot.capture.probes);
        const auto table =
            picture_of(tracing.stacks(), wish, {options_.command, option_words(options_)});
        const auto text = flame::written(table, picture.what.format);
        auto done = interruptible(inbox, [&] { return picture.out.write(text); });
        if (!done) return done;
        announce_picture(table, picture.what.file);
    }
    return {};
}

}  // namespace wbtrace
