// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>

#include "analysis/bdi_name.h"
#include "analysis/trace_facts.h"
#include "bpf/abi/page_cache_events.h"
#include "bpf/abi/process_events.h"
#include "events/sink.h"

namespace wbtrace::exports {

/// What the numbers of records are called: from the facts of a recording, and from the records
/// that tell names. Those of files are forgotten when they are very many.
class Names {
public:
    /// `end`: the facts of the end, which know devices that came later.
    Names(const analysis::StartFacts& start, const std::optional<analysis::CutFacts>& end);

    void learn(const wb_file_seen& record);
    void learn(const wb_cgroup_made& record);

    /// "sda"; "8:0" when it has no name that is known. The reference holds until the next call.
    [[nodiscard]] const std::string& device(std::uint32_t dev) const;
    /// Empty when it is not known. The reference holds until the next learn().
    [[nodiscard]] const std::string& file(std::uint32_t s_dev, std::uint64_t inode,
                                          std::uint32_t generation) const;
    [[nodiscard]] const std::string& cgroup(std::uint64_t id) const;
    [[nodiscard]] std::string reason(std::uint32_t reason) const;
    [[nodiscard]] std::string bdi(const analysis::BdiKey& key) const;

    [[nodiscard]] const analysis::Context& context() const { return context_; }
    [[nodiscard]] const analysis::StartFacts& start() const { return start_; }

    /// ns since the start of the trace; negative: before it.
    [[nodiscard]] std::int64_t since_start(std::uint64_t time_ns) const {
        return static_cast<std::int64_t>(time_ns - start_.start_ns);
    }

private:
    struct Inode {
        std::uint64_t number = 0;
        std::uint32_t s_dev = 0;
        std::uint32_t generation = 0;
        bool operator==(const Inode&) const = default;
    };
    struct Hash {
        std::size_t operator()(const Inode& inode) const {
            return (inode.number * 0x9e3779b97f4a7c15ULL) ^ inode.s_dev ^ inode.generation;
        }
    };
    using Files = std::unordered_map<Inode, std::string, Hash>;

    const analysis::StartFacts& start_;
    analysis::Context context_;
    mutable std::map<std::uint32_t, std::string> devices_;  // by number
    Files files_;
    Files files_before_;  // what was learnt before those: two halves of what is kept
};

/// Lets names be learnt from the records that it is shown.
class NameLearner final : public events::Sink {
public:
    explicit NameLearner(Names& names) : names_(names) {}

    using events::Sink::on;
    void on(const wb_file_seen& record) override { names_.learn(record); }
    void on(const wb_cgroup_made& record) override { names_.learn(record); }

private:
    Names& names_;
};

}  // namespace wbtrace::exports
