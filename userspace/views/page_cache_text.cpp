// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <fmt/format.h>

#include "views/availability.h"
#include "views/text_sections.h"
#include "views/text_table.h"
#include "views/units_text.h"

namespace wbtrace::views {

namespace {

// What the figures of everybody hold beyond those of the command.
std::uint64_t rest(std::uint64_t all, std::uint64_t part) { return all > part ? all - part : 0; }

void write_counts(TextPage& page, const model::Snapshot& snapshot) {
    const auto& cache = *snapshot.page_cache;
    const auto size = snapshot.host.page_bytes;
    if (!snapshot.run) {
        TextTable table({"pages", "everybody", "bytes"}, 1);
        const auto row = [&](const char* what, const model::PageCounts& all) {
            table.row({what, count_text(all.pages), bytes_text(all.pages * size)});
        };
        row("dirtied", cache.dirtied);
        row("added", cache.added);
        row("evicted", cache.evicted);
        table.write(page);
        return;
    }
    TextTable table({"pages", "this command", "bytes", "everything else", "bytes"}, 1);
    const auto row = [&](const char* what, const model::PageCounts& own,
                         const model::PageCounts& all) {
        const auto others = rest(all.pages, own.pages);
        table.row({what, count_text(own.pages), bytes_text(own.pages * size), count_text(others),
                   bytes_text(others * size)});
    };
    row("dirtied", cache.scope_dirtied, cache.dirtied);
    row("added", cache.scope_added, cache.added);
    row("evicted", cache.scope_evicted, cache.evicted);
    table.write(page);
}

void write_orders(TextPage& page, const model::Snapshot& snapshot) {
    const auto& cache = *snapshot.page_cache;
    const auto at = [&cache](std::size_t order) {
        return cache.dirtied.by_order[order] + cache.added.by_order[order] +
               cache.evicted.by_order[order];
    };
    bool large = false;
    for (std::size_t order = 1; order < model::folio_orders; ++order) large |= at(order) > 0;
    page.blank();
    if (!large) {
        page.items("folios", {"all of a single page"});
        return;
    }
    TextTable table({"folio order", "size", "dirtied", "added", "evicted"}, 1);
    for (std::size_t order = 0; order < model::folio_orders; ++order) {
        if (at(order) == 0) continue;
        const bool last = order + 1 == model::folio_orders;
        table.row({fmt::format("{}{}", order, last ? " and more" : ""),
                   bytes_text(snapshot.host.page_bytes << order),
                   count_text(cache.dirtied.by_order[order]),
                   count_text(cache.added.by_order[order]),
                   count_text(cache.evicted.by_order[order])});
    }
    table.write(page);
}

}  // namespace

void write_page_cache(TextPage& page, const model::Snapshot& snapshot, const TextOptions&) {
    if (why_unavailable(snapshot, "page_cache") || !snapshot.page_cache) return;
    const auto& cache = *snapshot.page_cache;
    if (cache.dirtied.pages + cache.added.pages + cache.evicted.pages == 0) return;
    page.title("Page cache");
    write_counts(page, snapshot);
    write_orders(page, snapshot);
}

}  // namespace wbtrace::views
