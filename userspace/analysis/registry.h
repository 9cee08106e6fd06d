// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "analysis/aggregator.h"
#include "analysis/context.h"

namespace wbtrace::analysis {

/// A row of the table of analyses.
struct AnalysisRow {
    const char* name;
    const char* what;  ///< which part of the snapshot it fills
    std::unique_ptr<Aggregator> (*make)(const Context& context);
    bool Context::*asked = nullptr;  ///< only where this is set: it costs each record something
};

/// Every analysis there is.
std::span<const AnalysisRow> analyses();

/// One aggregator of each. They look names up in the context, which must outlive them.
///
/// A snapshot is filled in this order:
///   lay_out_devices(); apply(kernel totals); fill() of each aggregator; finish().
std::vector<std::unique_ptr<Aggregator>> make_aggregators(const Context& context);

}  // namespace wbtrace::analysis
