// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// What a case of a matrix stands on: devices, file systems, settings.
#pragma once

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "base/result.h"
#include "base/unique_fd.h"
#include "plan/case.h"
#include "testbed/undo_journal.h"

namespace wbtrace::testbed {

/// Why a case is impossible on this machine: "this kernel has no md". No error.
struct Skip {
    std::string reason;
};

/// The devices of one case, made, formatted, mounted and set. Its end takes down nothing: the
/// journal knows all of it.
class Bed {
public:
    /// Makes all that the case wants, clean and at rest, caches dropped when the case says so.
    /// When it cannot, what had been made is undone again before it returns.
    static Result<std::variant<Bed, Skip>> build(const plan::Case& wanted,
                                                 const plan::DevicePool& pool,
                                                 UndoJournal& journal);

    /// Names for --dev: the top device(s), such as "md127", "loop3".
    [[nodiscard]] const std::vector<std::string>& devices() const { return devices_; }
    /// Names of the disks beneath, which nobody else writes to: the same ones without md.
    [[nodiscard]] const std::vector<std::string>& members() const { return members_; }
    /// {dev}: the node of the first of them.
    [[nodiscard]] const std::string& device_path() const { return device_path_; }
    /// {dir}: one, or one for each device of jbod; none for "raw".
    [[nodiscard]] const std::vector<std::string>& folders() const { return folders_; }

    /// Undoes what build() did. What fails stays in the journal.
    UndoReport take_down(UndoJournal& journal);

private:
    friend class BedBuilder;
    Bed() = default;

    std::vector<std::string> devices_, members_;
    std::string device_path_;
    std::vector<std::string> folders_;
    /// The block size of a device node lasts as long as somebody has it open.
    std::vector<UniqueFd> held_open_;
    std::size_t mark_ = 0;
};

/// Whether the plan's own devices may be overwritten: each is confirmed, each confirmed one is in
/// the plan, and none is in use in any way, read-only, twice in the list or holds anything known.
/// The first that is wrong is told.
Result<void> check_real_devices(const std::vector<std::string>& listed,
                                const std::vector<std::string>& confirmed);

}  // namespace wbtrace::testbed
