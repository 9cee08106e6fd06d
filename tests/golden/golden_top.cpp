// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// The pages of top, from a recording and from made-up snapshots, compared with the files of a
// folder.
//   golden_top [--update] DIRECTORY
#include <fmt/format.h>

#include <iostream>

#include "analysis/interval.h"
#include "analysis/reckoning.h"
#include "pipeline/fan_out.h"
#include "recording/recording.h"
#include "tests/golden/expected_files.h"
#include "tests/golden/snapshots.h"
#include "top/batch_text.h"
#include "top/keys.h"
#include "top/view.h"

namespace golden = wbtrace::golden;
namespace model = wbtrace::model;
namespace top = wbtrace::top;

namespace {

/// What the panes know after some intervals.
struct Seen {
    top::History history;
    model::Snapshot interval;
    model::Snapshot whole;
    std::uint64_t intervals = 0;

    void add(const model::Snapshot& now) {
        interval = wbtrace::analysis::interval_between(whole, now, ++intervals);
        whole = now;
        history.advance({interval, whole});
    }
    [[nodiscard]] std::string page(const top::ViewState& state, top::Size size) const {
        return top::draw({interval, whole}, history, state, size).text();
    }
};

/// The reports that the recorded trace made, up to this one.
Seen recorded(std::uint64_t intervals) {
    auto recording = wbtrace::recording::Recording::open(WBTRACE_TEST_DATA "/top/six_seconds.wbt");
    if (!recording) {
        std::cerr << recording.error().what << "\n";
        std::exit(2);
    }
    wbtrace::analysis::Reckoning reckoning(recording->start(), true);
    wbtrace::pipeline::FanOut sinks(reckoning.sinks());
    Seen seen;
    recording->play(sinks, [&](const wbtrace::analysis::CutFacts& facts, bool ends) {
        if (!ends && seen.intervals < intervals) seen.add(reckoning.at(facts));
    });
    return seen;
}

std::string name_of(const top::ViewState& state, top::Size size) {
    return fmt::format("{}_{}x{}.txt", top::row_of(state.pane).word, size.columns, size.rows);
}

constexpr top::Size usual_sizes[] = {{80, 24}, {120, 40}, {200, 60}};
constexpr top::Size tiny_sizes[] = {{1, 1}, {2, 3}, {10, 5}, {33, 9}};

void check_panes(const Seen& seen, golden::ExpectedFiles& files) {
    top::ViewState state;
    state.host = "guest";
    for (const auto& pane : top::panes()) {
        state.pane = pane.pane;
        for (const auto size : usual_sizes)
            files.compare(name_of(state, size), seen.page(state, size));
        // All tiny ones of a pane in one file.
        std::string tiny;
        for (const auto size : tiny_sizes)
            tiny += fmt::format("-- {}x{}\n{}", size.columns, size.rows, seen.page(state, size));
        files.compare(fmt::format("{}_tiny.txt", pane.word), tiny);
    }
}

void check_pages(const Seen& seen, golden::ExpectedFiles& files) {
    top::ViewState state;
    state.host = "guest";
    state.page = top::Page::row;
    files.compare("one_device_80x24.txt", seen.page(state, {80, 24}));
    files.compare("one_device_200x60.txt", seen.page(state, {200, 60}));
    state.pane = top::Pane::processes;
    files.compare("one_process_120x40.txt", seen.page(state, {120, 40}));
    state.page = top::Page::help;
    files.compare("help_80x24.txt", seen.page(state, {80, 24}));
    state.help_line = SIZE_MAX;
    files.compare("help_end_80x24.txt", seen.page(state, {80, 24}));
    state.playback = top::Playback{"/var/log/monday.wbt", 0.5, 3'000'000'000, 6'000'000'000, false};
    files.compare("help_replay_120x40.txt", seen.page(state, {120, 40}));
    state.page = top::Page::table;
    state.paused = true;
    state.here().filter = "back";
    state.entry = top::Entry::filter;
    state.typed = "back";
    files.compare("filtered_80x24.txt", seen.page(state, {80, 24}));
}

void check_batch(const Seen& seen, golden::ExpectedFiles& files) {
    top::ViewState state;
    state.marks_chosen = false;
    state.most_rows = 5;
    const std::vector<top::Pane> panes = {top::Pane::devices, top::Pane::processes,
                                          top::Pane::latency, top::Pane::waits};
    files.compare("batch.txt",
                  top::batch_text({seen.interval, seen.whole}, seen.history, state, panes));
}

/// Names that could deceive, figures that are not to be had.
void check_made_up(golden::ExpectedFiles& files) {
    const std::pair<const char*, model::Snapshot> cases[] = {
        {"hostile_names", golden::hostile_names()},
        {"lossy", golden::lossy()},
        {"stacked_md", golden::stacked_md()},
        {"sync_heavy", golden::sync_heavy()},
    };
    for (const auto& [name, snapshot] : cases) {
        Seen seen;
        auto now = snapshot;
        std::uint32_t slot = 0;
        for (auto& device : now.devices) device.slot = slot++;
        seen.add(now);
        top::ViewState state;
        std::string pages;
        for (const auto pane : {top::Pane::devices, top::Pane::processes, top::Pane::files}) {
            state.pane = pane;
            pages += seen.page(state, {80, 24});
        }
        files.compare(fmt::format("{}.txt", name), pages);
    }
}

}  // namespace

int main(int argc, char** argv) {
    auto files = golden::expected_files(argc, argv, "golden_top");
    const auto seen = recorded(4);
    check_panes(seen, files);
    check_pages(seen, files);
    check_batch(seen, files);
    check_made_up(files);
    return files.end();
}
