// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "testbed/bed.h"

#include <utility>

#include "testbed/bed_builder.h"

namespace wbtrace::testbed {

Result<std::variant<Bed, Skip>> Bed::build(const plan::Case& wanted, const plan::DevicePool& pool,
                                           UndoJournal& journal) {
    BedBuilder builder(wanted, pool, journal);
    auto skip = builder.run();
    Bed bed = builder.take();
    if (skip && !*skip) return std::variant<Bed, Skip>(std::move(bed));
    const UndoReport report = bed.take_down(journal);
    // What is wrong with the machine comes before what is wrong with the case.
    if (!report.ok()) return fail(report.failed.front());
    if (!skip) return tl::unexpected(skip.error());
    return std::variant<Bed, Skip>(std::move(**skip));
}

UndoReport Bed::take_down(UndoJournal& journal) {
    held_open_.clear();
    return journal.undo_to(mark_);
}

}  // namespace wbtrace::testbed
