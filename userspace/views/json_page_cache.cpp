// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "views/json_sections.h"

namespace wbtrace::views {

namespace {

Json json_counts(const model::PageCounts& counts) {
    return {{"pages", counts.pages}, {"folios", counts.folios}, {"by_order", counts.by_order}};
}

Json json_actions(const model::PageCounts& dirtied, const model::PageCounts& added,
                  const model::PageCounts& evicted) {
    return {{"dirtied", json_counts(dirtied)},
            {"added", json_counts(added)},
            {"evicted", json_counts(evicted)}};
}

}  // namespace

Json json_page_cache(const model::PageCacheFigures& page_cache, bool has_command) {
    auto json = json_actions(page_cache.dirtied, page_cache.added, page_cache.evicted);
    json["command"] = has_command ? json_actions(page_cache.scope_dirtied, page_cache.scope_added,
                                                 page_cache.scope_evicted)
                                  : Json(nullptr);
    return json;
}

}  // namespace wbtrace::views
