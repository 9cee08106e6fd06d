// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "exports/exporter.h"
#include "output.h"

namespace wbtrace {

/// The files that an export goes to. After the first failure nothing more is written.
class ExportFiles {
public:
    /// "-" is stdout. Of a file that cannot be opened state() tells.
    exports::Write open(const std::string& path);
    /// A file in a folder, which is made at need.
    exports::Write open_in(const std::string& folder, const std::string& name);

    /// What went wrong first.
    [[nodiscard]] const Result<void>& state() const { return state_; }

private:
    std::vector<std::unique_ptr<Output>> files_;
    Result<void> state_;
};

}  // namespace wbtrace
