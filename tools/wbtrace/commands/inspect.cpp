// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// What is in a recording.
#include <fmt/format.h>

#include <utility>

#include "analysis/reckoning.h"
#include "analysis/record_filter.h"
#include "base/printable.h"
#include "cli/exit_status.h"
#include "commands/command.h"
#include "commands/recorded_filter.h"
#include "complain.h"
#include "event_text.h"
#include "inspection.h"
#include "output.h"
#include "recording/recording.h"

namespace wbtrace {

namespace {

/// Passes records on and writes their lines when there are enough of them.
class Lister final : public events::Sink {
public:
    Lister(Output& out, std::uint64_t start_ns) : out_(out), text_(start_ns) {}

#define WB_LIST_METHOD(number, name, type, what)     \
    void on(const type& record) override {           \
        if (!written_ || out_.reader_gone()) return; \
        text_.on(record);                            \
        if (text_.size() > enough) flush();          \
    }
    WB_EVENT_LIST(WB_LIST_METHOD)
#undef WB_LIST_METHOD

    Result<void> flush() {
        if (written_) written_ = out_.write(text_.take());
        return written_;
    }

private:
    static constexpr std::size_t enough = 64U << 10;
    Output& out_;
    EventText text_;
    Result<void> written_;
};

/// What is wrong with the recording goes to stderr, since stdout is for the records.
Result<void> list_events(const cli::Options& options, recording::Recording& recording, Output& out,
                         bool& sound) {
    const auto wanted = wanted_records(options, recording.start());
    if (!wanted) return tl::unexpected(wanted.error());
    // For the names that the filter knows.
    const analysis::Reckoning reckoning(recording.start());
    Lister lister(out, recording.start().start_ns);
    analysis::RecordFilter filter(*wanted, reckoning.context(), lister);
    const auto reading = recording.play(filter, [](const analysis::CutFacts&, bool) {});
    if (auto done = lister.flush(); !done) return done;
    const auto faults = options.verify ? verify(recording) : faults_of(reading);
    for (const auto& fault : faults) complain({brief(options.recording) + ": " + fault}, 0);
    sound = faults.empty();
    return {};
}

Result<void> show(const cli::Options& options, recording::Recording& recording, Output& out,
                  bool& sound) {
    if (options.events) return list_events(options, recording, out, sound);
    auto page = inspect(recording, true);
    if (options.verify) page.faults = verify(recording);
    sound = page.faults.empty();
    for (const auto& fault : page.faults) page.text += fmt::format("\nFAULT: {}\n", fault);
    if (options.verify && sound) page.text += "\nevery checksum is right\n";
    return out.write(page.text);
}

}  // namespace

int inspect_command(const cli::Options& options) {
    auto recording = recording::Recording::open(options.recording);
    if (!recording) return complain(recording.error(), cli::exit_failed);
    auto out = Output::to_file("-");
    if (!out) return complain(out.error(), cli::exit_failed);
    bool sound = true;
    if (auto shown = show(options, *recording, *out, sound); !shown)
        return complain(shown.error(), cli::exit_failed);
    return sound ? cli::exit_ok : cli::exit_failed;
}

}  // namespace wbtrace
