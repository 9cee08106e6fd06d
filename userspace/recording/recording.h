// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "analysis/trace_facts.h"
#include "base/result.h"
#include "events/sink.h"
#include "model/stacks.h"
#include "recording/chunk_source.h"

namespace wbtrace::recording {

/// What reading came to.
struct Reading {
    std::uint64_t records = 0;   ///< that were shown
    std::uint64_t lost = 0;      ///< records that the recorder could not keep
    std::uint64_t first_ns = 0;  ///< least stamp of a record; 0: there were none
    std::uint64_t last_ns = 0;
    bool ended = false;    ///< the facts of the end are there
    bool dropped = false;  ///< only the last part was kept, and there was more
    std::optional<Damage> damage = {};

    /// All that was recorded was read.
    [[nodiscard]] bool whole() const { return ended && !dropped && !damage && lost == 0; }
};

/// A recording to be read: a source of records and facts, as a live trace is one.
class Recording {
public:
    static Result<Recording> open(const std::string& path);
    static Result<Recording> open(Bytes bytes);

    [[nodiscard]] const analysis::StartFacts& start() const { return start_; }
    [[nodiscard]] ChunkSource& chunks() { return source_; }

    /// `ends`: of the whole trace, not of a report in between.
    /// The facts of the end, when the recording came to it.
    [[nodiscard]] std::optional<analysis::CutFacts> end();
    /// The stacks by name. Empty: none were recorded. Fails when only a part of them is left.
    [[nodiscard]] Result<std::optional<model::NamedStacks>> stacks();
    /// Only the last part was kept, and there was more.
    [[nodiscard]] bool begins_late() const;

    using OnCut = std::function<void(const analysis::CutFacts& facts, bool ends)>;

    /// Shows the sink every record in the order in which the live analysis saw them, and the
    /// facts of each report between the records where it was made. Memory does not grow with
    /// the file. Reads as far as the file is whole; can be called again.
    /// `wanted` is asked now and then; without more the rest is not read.
    Reading play(
        events::Sink& sink, const OnCut& on_cut,
        const std::function<bool()>& wanted = [] { return true; });

private:
    Recording(ChunkSource source, analysis::StartFacts start)
        : source_(std::move(source)), start_(std::move(start)) {}

    ChunkSource source_;
    analysis::StartFacts start_;
};

}  // namespace wbtrace::recording
