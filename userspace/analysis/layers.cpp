// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/layers.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>

#include "analysis/device_rows.h"
#include "analysis/record_fields.h"
#include "analysis/remapped_pieces.h"

namespace wbtrace::analysis {

namespace {

constexpr std::size_t default_most_pieces = 65536;
constexpr std::size_t flushes_remembered = 64;  // of each device

struct Divided {
    std::uint32_t dev = 0;
    bool some = false;
    model::Histogram own_ns;
    std::map<std::uint32_t, std::uint64_t> beneath_ns;  // by slot
    std::uint64_t undivided = 0;
    std::uint64_t undivided_ns = 0;
};

Interval interval_of(const wb_request_done& record) {
    return {std::min<std::uint64_t>(record.queued_ns, record.header.time_ns),
            record.header.time_ns};
}

class Layers final : public Aggregator {
public:
    Layers(const Context& context, std::size_t most_pieces)
        : context_(context), pieces_(most_pieces) {}

    using Aggregator::on;
    void on(const wb_request_done& record) override;
    void on(const wb_bio_remapped& record) override;
    void fill(model::Snapshot& snapshot) const override;

private:
    std::vector<TimeShare> divide(const wb_request_done& record, std::uint32_t slot);
    void add_silent_flushes(const wb_request_done& record, std::vector<Piece>& pieces) const;
    void remember_flush(const wb_request_done& record, std::uint32_t slot);
    void pass_on(const Piece& piece, std::uint64_t ns, std::vector<TimeShare>& to) const;

    const Context& context_;
    RemappedPieces pieces_;
    std::map<std::uint32_t, std::set<std::uint32_t>> beneath_;  // upper dev -> lower devs seen
    std::set<std::uint32_t> lower_devs_;
    std::map<std::uint32_t, std::deque<Piece>> flushes_;  // by lower dev
    std::map<std::uint32_t, std::uint32_t> slots_;        // of lower devs
    std::map<std::uint32_t, Divided> devices_;            // by slot
};

void Layers::on(const wb_bio_remapped& record) {
    pieces_.add(record);
    beneath_[record.upper_dev].insert(record.lower_dev);
    lower_devs_.insert(record.lower_dev);
}

void Layers::on(const wb_request_done& record) {
    const bool bio_based = (record.flags & WB_REQUEST_BIO_BASED) != 0;
    const bool lower = !lower_devs_.empty() && lower_devs_.count(record.dev) != 0;
    if (!bio_based && !lower) return;
    const auto slot = slot_of(record);
    if (!slot || record.queued_ns == 0) return;
    const Interval whole = interval_of(record);
    std::vector<TimeShare> shares{{*slot, whole.end_ns - whole.begin_ns}};
    if (bio_based) shares = divide(record, *slot);
    if (!lower) return;
    slots_[record.dev] = *slot;
    if (record.op == WB_OP_FLUSH) remember_flush(record, *slot);
    pieces_.end_beneath(record, shares);
}

void Layers::remember_flush(const wb_request_done& record, std::uint32_t slot) {
    Piece flush;
    flush.lower_dev = record.dev;
    flush.ended = true;
    flush.in_flight = interval_of(record);
    flush.beneath = {{slot, flush.in_flight.end_ns - flush.in_flight.begin_ns}};
    auto& recent = flushes_[record.dev];
    recent.push_back(std::move(flush));
    if (recent.size() > flushes_remembered) recent.pop_front();
}

void Layers::add_silent_flushes(const wb_request_done& record, std::vector<Piece>& pieces) const {
    const bool told =
        std::any_of(pieces.begin(), pieces.end(), [](const Piece& piece) { return piece.flush; });
    const auto lower = beneath_.find(record.dev);
    if (told || !flushes(record) || lower == beneath_.end()) return;
    for (const auto dev : lower->second) {
        const auto recent = flushes_.find(dev);
        if (recent == flushes_.end()) continue;
        for (const auto& flush : recent->second)
            if (flush.in_flight.begin_ns >= record.queued_ns) pieces.push_back(flush);
    }
}

/// Where the time of a bio passed, its own device first.
std::vector<TimeShare> Layers::divide(const wb_request_done& record, std::uint32_t slot) {
    const Interval whole = interval_of(record);
    auto pieces = pieces_.take_of(record);
    add_silent_flushes(record, pieces);
    Divided& device = devices_[slot];
    device.dev = record.dev;
    if (pieces.empty()) {
        ++device.undivided;
        device.undivided_ns += whole.end_ns - whole.begin_ns;
        return {{slot, whole.end_ns - whole.begin_ns}};
    }
    std::vector<Interval> in_flight;
    for (const auto& piece : pieces) in_flight.push_back(piece.in_flight);
    const auto shares = share_in_flight(whole, in_flight);
    std::vector<TimeShare> all{{slot, shares.own_ns}};
    for (std::size_t i = 0; i < pieces.size(); ++i) pass_on(pieces[i], shares.pieces_ns[i], all);
    device.some = true;
    device.own_ns.record(all.front().ns);
    for (std::size_t i = 1; i < all.size(); ++i) device.beneath_ns[all[i].slot] += all[i].ns;
    return all;
}

/// A piece that did not end before its bio, or whose record was lost, was beneath all the
/// time; without any record of that device it stays with the device above.
void Layers::pass_on(const Piece& piece, std::uint64_t ns, std::vector<TimeShare>& to) const {
    const auto slot = slots_.find(piece.lower_dev);
    if (!piece.ended && slot == slots_.end()) {
        to.front().ns += ns;
        return;
    }
    std::uint64_t whole_ns = 0;
    for (const auto& share : piece.beneath) whole_ns += share.ns;
    std::uint64_t left_ns = ns;
    const auto first = to.size();
    to.push_back({piece.ended ? piece.beneath.front().slot : slot->second, 0});
    for (std::size_t i = 1; i < piece.beneath.size(); ++i) {
        const auto part = in_proportion(ns, piece.beneath[i].ns, whole_ns);
        to.push_back({piece.beneath[i].slot, std::min(part, left_ns)});
        left_ns -= to.back().ns;
    }
    to[first].ns = left_ns;
}

void Layers::fill(model::Snapshot& snapshot) const {
    for (const auto& [slot, from] : devices_) {
        if (!from.some) continue;
        model::LayerTime time;
        time.own_ns = from.own_ns;
        time.undivided = from.undivided;
        time.undivided_ns = from.undivided_ns;
        for (const auto& share : from.beneath_ns) device_row(share.first, 0, context_, snapshot);
        for (const auto& row : snapshot.devices) {  // in the order of the report
            const auto share = from.beneath_ns.find(row.slot);
            if (share == from.beneath_ns.end()) continue;
            time.beneath.push_back({row.slot, row.name, share->second});
        }
        device_row(slot, from.dev, context_, snapshot).layer_time = std::move(time);
    }
}

}  // namespace

std::unique_ptr<Aggregator> make_layers(const Context& context) {
    return make_layers(context, default_most_pieces);
}

std::unique_ptr<Aggregator> make_layers(const Context& context, std::size_t most_pieces) {
    return std::make_unique<Layers>(context, most_pieces);
}

}  // namespace wbtrace::analysis
