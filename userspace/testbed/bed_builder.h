// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "plan/case.h"
#include "testbed/bed.h"

namespace wbtrace::testbed {

/// Makes a bed step by step. Each step returns why the case is impossible, or nothing when it
/// is done.
class BedBuilder {
public:
    using Step = Result<std::optional<Skip>>;

    BedBuilder(const plan::Case& wanted, const plan::DevicePool& pool, UndoJournal& journal)
        : wanted_(wanted), pool_(pool), journal_(journal) {
        bed_.mark_ = journal.mark();
    }

    Step run();
    Bed take() { return std::move(bed_); }

private:
    Step check();
    Step find_members();
    Step take_real_members();
    Step make_loop_members();
    Step put_together();
    Step set_queues();
    Step make_file_systems();
    Step set_block_size();
    Step mount_all();
    Step set_limits();

    [[nodiscard]] bool raw() const { return wanted_.fs.type == "raw"; }
    [[nodiscard]] bool is(plan::Layout::Kind kind) const { return wanted_.layout.kind == kind; }

    const plan::Case& wanted_;
    const plan::DevicePool& pool_;
    UndoJournal& journal_;
    Bed bed_;
    std::vector<std::string> members_;  ///< nodes of the disks
    /// Nodes that file systems are made on, those of one in one list.
    std::vector<std::vector<std::string>> tops_;
};

}  // namespace wbtrace::testbed
