// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// What became of a case: its case.json, so that its folder can be read alone.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace wbtrace::plan {

struct CaseRecord {
    enum class Status {
        done,
        failed,  ///< the workload, or what it needs
        skipped  ///< impossible on this machine
    };
    Status status = Status::done;
    std::string reason = {};  ///< of failed and skipped: one line
    std::string label = {};
    std::string kernel = {};                           ///< release
    std::map<std::string, std::string> axes = {};      ///< every axis and its word
    std::map<std::string, std::string> settings = {};  ///< what else it stood on: "fs.mkfs"
    unsigned repeat = 1;
    std::vector<std::string> command = {};
    std::vector<std::string> members = {};      ///< names of the disks, which are the case's own
    std::optional<int> exit_status = {};        ///< empty: the workload was not started
    std::optional<std::uint64_t> wall_ns = {};  ///< of the workload; empty: not known
    std::uint64_t took_ns = 0;                  ///< with making the bed and tracing
    std::map<std::string, std::optional<double>> metrics = {};  ///< empty: could not be had
};

std::string to_json(const CaseRecord& record);

/// The words of the JSON: "done", "failed", "skipped".
std::string_view status_word(CaseRecord::Status status);

/// Fails for anything that to_json() does not write; `name` is what the error calls the text.
Result<CaseRecord> parse_case_record(std::string_view name, std::string_view text);

}  // namespace wbtrace::plan
