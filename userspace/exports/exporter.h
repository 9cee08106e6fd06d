// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// What the writers of other formats have in common: records come in, bytes go out.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "events/sink.h"
#include "exports/names.h"

namespace wbtrace::exports {

/// Takes the next piece of a file. What it cannot write is its own business: the writer goes on.
using Write = std::function<void(std::string_view)>;

/// Opens a file of its own for a table: "request_done".
using OpenTable = std::function<Write(const std::string& table)>;

/// What is known when all records were shown.
struct Ending {
    std::uint64_t records = 0;                  ///< that were in the recording, before any filter
    std::map<std::string, std::uint64_t> lost;  ///< by cause, zero or not
    std::uint64_t end_ns = 0;                   ///< when the trace, or what is left of it, ended
    std::string part;  ///< why there is less in it than was traced; empty: it is whole
};

/// Sees every record in the order in which the analysis saw them. Memory does not grow with their
/// number.
class Exporter : public events::Sink {
public:
    /// Once, after the last record: writes what is left.
    virtual void finish(const Ending& ending) = 0;

    /// Events that could not be put where they belong in the order of time.
    [[nodiscard]] virtual std::uint64_t out_of_order() const { return 0; }
};

/// Bytes on their way to a file, handed over when there are enough of them.
class Outflow {
public:
    explicit Outflow(Write write) : write_(std::move(write)) {}

    [[nodiscard]] std::string& text() { return text_; }
    void flush_if_full() {
        if (text_.size() >= enough) flush();
    }
    void flush() {
        write_(text_);
        text_.clear();
    }

private:
    static constexpr std::size_t enough = 256U << 10;
    Write write_;
    std::string text_;
};

/// One event a line, as JSON: docs/exports.md.
std::unique_ptr<Exporter> make_ndjson(const Names& names, Write write);

/// A table for each kind of record.
std::unique_ptr<Exporter> make_csv(const Names& names, const OpenTable& open);

/// A trace for ui.perfetto.dev and trace_processor.
std::unique_ptr<Exporter> make_perfetto(const Names& names, Write write);

/// The text of blkparse, for the actions that a recording knows.
std::unique_ptr<Exporter> make_blkparse(const Names& names, Write write);

}  // namespace wbtrace::exports
