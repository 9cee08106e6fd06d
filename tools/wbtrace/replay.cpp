// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "replay.h"

#include <fmt/format.h>

#include <utility>

#include "analysis/interval.h"
#include "pipeline/fan_out.h"

namespace wbtrace {

Replay::Replay(const cli::Options&, recording::Recording& recording)
    : recording_(recording),
      reckoning_(recording.start()),
      whole_(fail("nothing in it can be reported on")) {
    reckoning_.ask_for_files([this](const std::string&, const model::FileFigures& row) {
        const auto known = files_.find({row.s_dev, row.inode, row.generation});
        return known == files_.end() ? analysis::FilePlace{} : known->second;
    });
}

bool Replay::has_intervals() const { return recording_.start().interval_ns != 0; }

void Replay::tell_files(const analysis::CutFacts& facts) {
    files_.clear();
    for (const auto& file : facts.files)
        files_[{file.s_dev, file.inode, file.generation}] = {file.state, file.renamed_to};
}

void Replay::take_cut(const analysis::CutFacts& facts, bool ends, const ShowInterval& show) {
    tell_files(facts);
    auto now = ends ? reckoning_.finish(facts) : reckoning_.at(facts);
    if (has_intervals()) {
        show(analysis::interval_between(previous_, now, ++intervals_));
        previous_ = now;
    }
    if (!ends) return;
    if (has_intervals()) analysis::mark_as_whole(now, intervals_);
    whole_ = std::move(now);
}

Result<model::Snapshot> Replay::run(const ShowInterval& show) {
    pipeline::FanOut sinks(reckoning_.sinks());
    const auto read = recording_.play(
        sinks, [&](const analysis::CutFacts& facts, bool ends) { take_cut(facts, ends, show); });
    if (read.damage)
        why_not_whole_ = fmt::format("{} at byte {}: the report is of what comes before",
                                     read.damage->why, read.damage->offset);
    return std::move(whole_);
}

}  // namespace wbtrace
