// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "commands/top_replay.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "commands/recorded_filter.h"
#include "commands/top_batch.h"
#include "complain.h"
#include "recording/recording.h"
#include "replay.h"

namespace wbtrace {

namespace {

constexpr std::uint64_t seek_intervals = 10;

/// In intervals of --interval, else those of the live trace where they hold, else of a second.
Result<ReplayOptions> top_replay_options(const cli::Options& options,
                                         recording::Recording& recording) {
    auto how = replay_options(options, recording.start());
    if (!how) return how;
    how->live_view = true;
    const bool live_ones_hold = recording.start().interval_ns != 0 && !how->wanted.any() &&
                                recording.end() && !recording.begins_late();
    constexpr std::chrono::nanoseconds second = std::chrono::seconds(1);
    if (options.interval)
        how->every_ns = static_cast<std::uint64_t>(options.interval->count());
    else if (!live_ones_hold)
        how->every_ns = static_cast<std::uint64_t>(second.count());
    return how;
}

/// A recording can only be read forward: to go back it is read anew, up to the wanted interval.
class Player {
public:
    Player(ReplayOptions how, recording::Recording& recording, TopPage& page,
           workload::SignalInbox& inbox, std::uint64_t count)
        : how_(std::move(how)), recording_(recording), page_(page), inbox_(inbox), count_(count) {}

    Result<void> run() {
        do {
            again_ = false;
            number_ = 0;
            page_.forget();
            Replay replay(how_, recording_);
            auto whole = replay.run([this](const auto& interval, const auto& so_far) {
                return show(interval, so_far);
            });
            if (!whole) return tl::unexpected(whole.error());
            if (!left_ && !again_) stay_at_end();
        } while (again_);
        return {};
    }

private:
    /// False: no more of this reading.
    bool show(const model::Snapshot& interval, const model::Snapshot& whole) {
        const bool passed_over = ++number_ < wanted_;
        page_.state().playback->at_ns = whole.capture.duration_ns;
        page_.state().playback->ended = false;
        page_.show(interval, whole, !passed_over);
        if (passed_over) return !inbox_.take();
        if (number_ >= count_) return leave();
        const auto length_ns = static_cast<double>(interval.interval->end_ns) -
                               static_cast<double>(interval.interval->start_ns);
        return obey(page_.wait(
            TopPage::Clock::now(),
            [&] {
                return std::chrono::nanoseconds(
                    static_cast<std::int64_t>(length_ns / page_.state().playback->speed));
            },
            inbox_));
    }

    bool obey(TopPage::Event event) {
        switch (event) {
        case TopPage::Event::quit: return leave();
        case TopPage::Event::forward: wanted_ = number_ + seek_intervals; return true;
        case TopPage::Event::back: return go_to(number_ - std::min(number_ - 1, seek_intervals));
        case TopPage::Event::to_start: return go_to(1);
        case TopPage::Event::time_over: break;
        }
        return true;
    }

    bool leave() {
        left_ = true;
        return false;
    }
    bool go_to(std::uint64_t interval) {
        wanted_ = interval;
        again_ = true;
        return false;
    }

    /// The last interval stays until the user goes elsewhere.
    void stay_at_end() {
        if (number_ == 0) return;
        page_.state().playback->ended = true;
        page_.paint();
        const auto for_ever = [] { return std::chrono::hours(24 * 365); };
        for (auto event = TopPage::Event::forward; event == TopPage::Event::forward;) {
            event = page_.wait(TopPage::Clock::now(), for_ever, inbox_);
            obey(event);
        }
    }

    ReplayOptions how_;
    recording::Recording& recording_;
    TopPage& page_;
    workload::SignalInbox& inbox_;
    std::uint64_t count_;
    std::uint64_t number_ = 0;
    std::uint64_t wanted_ = 0;  // those before it are passed over
    bool again_ = false;
    bool left_ = false;
};

}  // namespace

Result<void> watch_replay(const cli::Options& options, TopPage& page,
                          workload::SignalInbox& inbox) {
    auto recording = recording::Recording::open(*options.replayed);
    if (!recording) return tl::unexpected(recording.error());
    auto how = top_replay_options(options, *recording);
    if (!how) return tl::unexpected(how.error());
    auto& playback = page.state().playback.emplace();
    playback.file = *options.replayed;
    playback.speed = options.speed;
    if (const auto end = recording->end())
        playback.length_ns = end->cut_ns - std::min(end->cut_ns, recording->start().start_ns);
    return Player(std::move(*how), *recording, page, inbox, options.count.value_or(UINT64_MAX))
        .run();
}

Result<void> list_replay(const cli::Options& options, const top::ViewState& state,
                         workload::SignalInbox& inbox) {
    // Before the outputs, so that one that is this file is refused.
    auto recording = recording::Recording::open(*options.replayed);
    if (!recording) return tl::unexpected(recording.error());
    auto how = top_replay_options(options, *recording);
    if (!how) return tl::unexpected(how.error());
    auto sink = TopBatch::open(options, state);
    if (!sink) return tl::unexpected(sink.error());
    if (auto begun = sink->begin_intervals(); !begun) return begun;
    Replay replay(std::move(*how), *recording);
    std::uint64_t left = options.count.value_or(UINT64_MAX);
    bool stopped = false;  // what comes behind was not looked at
    auto whole = replay.run([&](const auto& interval, const auto& so_far) {
        sink->show_interval(interval, so_far);
        stopped = --left == 0 || sink->ended() || inbox.take().has_value();
        return !stopped;
    });
    if (!whole) return tl::unexpected(whole.error());
    if (const auto& why = replay.why_not_whole(); !stopped && !why.empty())
        complain({fmt::format("{}: {}", brief(*options.replayed), why)}, 0);
    return sink->show_last(*whole, inbox);
}

}  // namespace wbtrace
