// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// The system, or a recording, as a page that changes with every interval.
#include <unistd.h>

#include <array>
#include <cstdlib>

#include <fmt/format.h>

#include "base/printable.h"
#include "cli/exit_status.h"
#include "commands/beginning.h"
#include "commands/command.h"
#include "commands/flames.h"
#include "commands/intervals.h"
#include "commands/recorded_filter.h"
#include "commands/top_batch.h"
#include "commands/top_page.h"
#include "commands/top_replay.h"
#include "complain.h"
#include "interval_cutter.h"
#include "recording/recording.h"
#include "terminal/screen.h"

namespace wbtrace {

namespace {

std::string host_name() {
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

Result<top::ViewState> first_state(const cli::Options& options) {
    top::ViewState state;
    state.recorded = options.replayed.has_value();
    if (!state.recorded) state.host = host_name();
    if (options.pane) state.pane = *options.pane;
    state.interval = options.interval.value_or(state.interval);
    if (!options.sort) return state;
    const model::Snapshot nothing;
    const auto table = top::row_of(state.pane).table({nothing, nothing});
    state.here().sort = top::column_named(table, *options.sort);
    if (state.here().sort) return state;
    std::string heads;
    for (const auto& column : table.columns)
        heads += std::string(heads.empty() ? "" : ", ") + column.head;
    return fail(fmt::format("--sort: '{}' is no column of {}", brief(*options.sort),
                            top::row_of(state.pane).word),
                "give one of " + heads);
}

Result<Tracing> begin_live(const cli::Options& options) {
    auto flames = Flames::open(options);  // none
    if (!flames) return tl::unexpected(flames.error());
    return begin_tracing(options, *flames);
}

/// Intervals by the clock; while the page is paused none ends.
Result<void> watch_live(const cli::Options& options, TopPage& page, workload::SignalInbox& inbox) {
    auto tracing = begin_live(options);
    if (!tracing) return tl::unexpected(tracing.error());
    tracing->run();
    IntervalCutter cutter(*tracing);
    const auto start = TopPage::Clock::now();
    auto since = start;
    page.paint();
    const auto length = [&page] { return page.state().interval; };
    while (page.wait(since, length, inbox) != TopPage::Event::quit) {
        since = TopPage::Clock::now();
        if (auto cut = cutter.cut(); !cut) return cut;
        page.show(cutter.interval(), cutter.whole());
        if (options.count && cutter.number() >= *options.count) break;
        if (options.duration && since - start >= *options.duration) break;
    }
    return {};
}

Result<void> run_page(const cli::Options& options, top::ViewState state,
                      workload::SignalInbox& inbox) {
    const bool color = cli::use_color(options.color, true, std::getenv("NO_COLOR"));
    auto page = TopPage::open(color, std::move(state));
    if (!page) return tl::unexpected(page.error());
    if (options.replayed) return watch_replay(options, *page, inbox);
    return watch_live(options, *page, inbox);
}

Result<void> run_batch(cli::Options options, const top::ViewState& state,
                       workload::SignalInbox& inbox) {
    if (options.replayed) return list_replay(options, state, inbox);
    auto batch = TopBatch::open(options, state);
    if (!batch) return tl::unexpected(batch.error());
    options.interval = state.interval;
    auto tracing = begin_live(options);
    if (!tracing) return tl::unexpected(tracing.error());
    tracing->run();
    auto whole = trace_intervals(options, *tracing, inbox, *batch);
    return whole ? Result<void>{} : tl::unexpected(whole.error());
}

}  // namespace

int top_command(const cli::Options& options) {
    auto state = first_state(options);
    if (!state) return complain(state.error(), cli::exit_usage);
    auto inbox = workload::SignalInbox::open();
    if (!inbox) return complain(inbox.error(), cli::exit_failed);
    const bool batch = options.batch || options.json_file || !terminal::can_show_page();
    const auto shown =
        batch ? run_batch(options, *state, *inbox) : run_page(options, std::move(*state), *inbox);
    return shown ? cli::exit_ok : complain(shown.error(), cli::exit_failed);
}

}  // namespace wbtrace
