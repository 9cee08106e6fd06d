// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "analysis/trace_facts.h"
#include "base/result.h"
#include "events/sink.h"
#include "model/stacks.h"
#include "recording/chunk_file.h"

namespace wbtrace::recording {

/// What became of a recording.
struct Outcome {
    std::uint64_t records = 0;        ///< that are in the file
    std::uint64_t bytes = 0;          ///< of the file
    std::uint64_t dropped = 0;        ///< records that Keep let go
    std::uint64_t lost = 0;           ///< records that should be in the file and are not
    std::optional<Error> ended = {};  ///< why the file ends before the trace did, or is gone
    bool readable = false;            ///< there is something in it
};

/// Keeps the records that it is shown, and the facts, in a file. A thread of its own packs and
/// writes them; when that cannot follow, records are left out and counted: who shows them never
/// waits.
class Recorder final : public events::Sink {
public:
    /// Opens the file; what it held goes with write().
    static Result<std::unique_ptr<Recorder>> create(const std::string& path, Keep keep);
    ~Recorder() override;

    /// Before the first record.
    void begin(const analysis::StartFacts& facts);
    /// What has come and comes is written from now on: by when it is known that there will be a
    /// trace, and not only a command that cannot be run.
    void write();

#define WB_RECORD_METHOD(number, name, type, what) void on(const type& record) override;
    WB_EVENT_LIST(WB_RECORD_METHOD)
#undef WB_RECORD_METHOD

    /// Between the records before and those after the cut.
    void cut(const analysis::CutFacts& facts);

    /// What flame graphs are drawn from; after the last record.
    void stacks(const model::NamedStacks& stacks, std::uint64_t time_ns);

    /// After all else; waits until all is written. Once only.
    Outcome end(const analysis::CutFacts& facts);

private:
    struct Parts;
    explicit Recorder(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> parts_;
};

}  // namespace wbtrace::recording
