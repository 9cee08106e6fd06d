// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "analysis/interval.h"
#include "analysis/part_facts.h"
#include "pipeline/fan_out.h"
#include "wholeness.h"

namespace wbtrace {

namespace {

// Stamps are not to be trusted: one that lies far ahead would ask for reports without end.
constexpr std::uint64_t most_intervals = 100'000;

/// The disks of the recording that are wanted.
std::vector<model::DeviceIdentity> wanted_devices(std::vector<model::DeviceIdentity> devices,
                                                  const std::set<std::uint32_t>& disks) {
    if (disks.empty()) return devices;
    std::set<std::string> numbers;
    for (const auto disk : disks) numbers.insert(fmt::format("{}:{}", disk >> 20, disk & 0xfffff));
    std::erase_if(devices, [&](const auto& one) { return numbers.count(one.dev) == 0; });
    return devices;
}

}  // namespace

/// Passes records on, and says when the next interval is over.
class Replay::Clock final : public events::Sink {
public:
    Clock(Replay& replay, events::Sink& to)
        : replay_(replay), to_(to), next_ns_(replay.start_.start_ns + replay.options_.every_ns) {}

#define WB_CLOCK_METHOD(number, name, type, what) \
    void on(const type& record) override {        \
        advance(record.header.time_ns);           \
        to_.on(record);                           \
    }
    WB_EVENT_LIST(WB_CLOCK_METHOD)
#undef WB_CLOCK_METHOD

    void advance(std::uint64_t time_ns) {
        for (; time_ns >= next_ns_ && replay_.intervals_ < most_intervals && replay_.wants_more_;
             next_ns_ += replay_.options_.every_ns)
            replay_.cut_at(next_ns_);
    }

private:
    Replay& replay_;
    events::Sink& to_;
    std::uint64_t next_ns_;
};

Replay::Replay(ReplayOptions options, recording::Recording& recording)
    : options_(std::move(options)),
      recording_(recording),
      start_(recording.start()),
      end_(recording.end()),
      reckoning_(start_, options_.live_view) {
    if (end_) tell_files(*end_);
    reckoning_.ask_for_files([this](const std::string&, const model::FileFigures& row) {
        const auto known = files_.find({row.s_dev, row.inode, row.generation});
        return known == files_.end() ? analysis::FilePlace{} : known->second;
    });
}

std::uint64_t Replay::interval_ns() const {
    return options_.every_ns != 0 ? options_.every_ns : start_.interval_ns;
}

bool Replay::kernel_totals_hold() const {
    return end_ && !options_.wanted.any() && !recording_.begins_late();
}

void Replay::tell_files(const analysis::CutFacts& facts) {
    files_.clear();
    for (const auto& file : facts.files)
        files_[{file.s_dev, file.inode, file.generation}] = {file.state, file.renamed_to};
}

void Replay::show_interval(model::Snapshot now) {
    if (!wants_more_) return;
    const auto interval = analysis::interval_between(previous_, now, ++intervals_);
    previous_ = std::move(now);
    wants_more_ = (*show_)(interval, previous_);
}

/// A report of the live trace.
void Replay::take_cut(const analysis::CutFacts& facts) {
    if (options_.every_ns != 0 || !kernel_totals_hold()) return;
    tell_files(facts);
    show_interval(reckoning_.at(facts));
}

/// A report that only the replay makes.
void Replay::cut_at(std::uint64_t time_ns) { show_interval(reckoning_.at(facts_at(time_ns))); }

analysis::CutFacts Replay::facts_at(std::uint64_t time_ns) const {
    const auto totals = totals_.totals();
    auto facts = end_ ? analysis::facts_in_between(start_, *end_, totals, time_ns)
                      : analysis::facts_without_end(start_, totals, time_ns);
    facts.devices = wanted_devices(std::move(facts.devices), options_.wanted.disks);
    auto& capture = facts.capture;
    const char* reason = options_.wanted.any() ? "cannot be told apart under a filter"
                         : end_                ? "known of the whole trace only"
                                               : "the recording ends before the trace";
    capture.unavailable.merge(analysis::unknown_to_records(reason));
    // The kernel added it up over the whole trace and all tasks.
    if (std::exchange(facts.times, {}).followed) capture.unavailable.emplace("time_budget", reason);
    if (options_.wanted.parts_of_disks())
        for (const char* path :
             {"devices[].queue_depth", "devices[].queue_depth_overtaken", "devices[].layer_time"})
            capture.unavailable.emplace(path, reason);
    std::copy(options_.words.begin(), options_.words.end(), std::back_inserter(capture.filters));
    return facts;
}

/// All that was read, where the kernel's totals are of something else.
analysis::CutFacts Replay::facts_of_part() const {
    auto facts = facts_at(end_ ? end_->cut_ns : reading_.last_ns);
    facts.capture.events = reading_.records;
    if (end_) {
        std::copy(std::begin(end_->totals.cpu.lost), std::end(end_->totals.cpu.lost),
                  std::begin(facts.totals.cpu.lost));
        facts.capture.lost = end_->capture.lost;
        facts.capture.late = end_->capture.late;
        facts.capture.own_cpu_ns = end_->capture.own_cpu_ns;
        facts.capture.bpf_run_ns = end_->capture.bpf_run_ns;
        facts.run = end_->run;
        // What was done before the part cannot be told from what was done in it.
        if (!reading_.dropped) facts.machine.accounts = end_->machine.accounts;
    }
    if (reading_.dropped)
        facts.capture.duration_ns = facts.cut_ns - std::min(facts.cut_ns, reading_.first_ns);
    return facts;
}

Result<model::Snapshot> Replay::run(const ShowInterval& show) {
    show_ = &show;
    auto all = reckoning_.sinks();
    all.push_back(&totals_);
    pipeline::FanOut sinks(std::move(all));
    analysis::RecordFilter filter(options_.wanted, reckoning_.context(), sinks);
    events::Sink& wanted = options_.wanted.any() ? static_cast<events::Sink&>(filter) : sinks;
    Clock clock(*this, wanted);
    events::Sink& first = options_.every_ns != 0 ? static_cast<events::Sink&>(clock) : wanted;
    const auto on_cut = [this](const analysis::CutFacts& facts, bool ends) {
        if (!ends) take_cut(facts);
    };
    reading_ = recording_.play(first, on_cut, [this] { return wants_more_; });
    // What stands behind the damage is of a time that was not read.
    if (!reading_.ended) end_.reset();
    why_not_whole_ = why_less(reading_, start_, end_);
    if (end_) tell_files(*end_);
    const bool exact = kernel_totals_hold();
    auto facts = exact ? *end_ : facts_of_part();
    if (reading_.lost != 0)
        facts.capture.lost.push_back(
            {"not_recorded", "records that could not be recorded", reading_.lost});
    facts.capture.part = why_not_whole_;
    if (has_intervals()) {
        auto last = options_.every_ns != 0 ? facts_of_part() : facts;
        if (options_.every_ns != 0) last.run.reset();
        show_interval(reckoning_.finish(last));
    }
    auto whole = reckoning_.finish(facts);
    if (has_intervals()) analysis::mark_as_whole(whole, intervals_);
    return whole;
}

}  // namespace wbtrace
