// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "model/attribution.h"

#include <algorithm>

namespace wbtrace::model {

namespace {

template <typename Value>
void add(std::optional<Value>& to, const std::optional<Value>& more) {
    if (more) to = to.value_or(0) + *more;
}

void add_row(AttributionRow& to, const AttributionRow& more) {
    to.charged += more.charged;
    to.dirtied_bytes += more.dirtied_bytes;
}

// Those with a log of their own; the others that have a journal use jbd2.
std::string journal_title(std::string_view filesystem) {
    if (filesystem.empty()) return "journal";
    if (filesystem == "xfs") return "xfs log";
    if (filesystem.starts_with("ext") || filesystem == "ocfs2") return "jbd2";
    return std::string(filesystem) + " journal";
}

}  // namespace

std::string title_of(RequestKind kind, std::string_view filesystem) {
    switch (kind) {
    case RequestKind::file_data: return "file data";
    case RequestKind::direct: return "direct I/O";
    case RequestKind::flush: return "flush";
    case RequestKind::journal: return journal_title(filesystem);
    case RequestKind::metadata:
        return filesystem.empty() ? "metadata" : std::string(filesystem) + " metadata";
    case RequestKind::device_pages: return "device pages";
    case RequestKind::swap: return "swap";
    case RequestKind::kernel: return "other kernel work";
    case RequestKind::passthrough: return "passthrough";
    }
    return "other kernel work";
}

ChargedIo& ChargedIo::operator+=(const ChargedIo& more) {
    requests += more.requests;
    bytes += more.bytes;
    direct_bytes += more.direct_bytes;
    written_back_bytes += more.written_back_bytes;
    fetched_bytes += more.fetched_bytes;
    return *this;
}

FileFigures& FileFigures::operator+=(const FileFigures& more) {
    add_row(*this, more);
    bios += more.bios;
    bios_requests += more.bios_requests;
    dirtied_pages += more.dirtied_pages;
    added_pages += more.added_pages;
    evicted_pages += more.evicted_pages;
    for (std::size_t order = 0; order < file_folio_orders; ++order)
        dirtied_folios[order] += more.dirtied_folios[order];
    if (more.first_dirtied_ns)
        first_dirtied_ns = std::min(first_dirtied_ns.value_or(UINT64_MAX), *more.first_dirtied_ns);
    if (more.last_written_ns)
        last_written_ns = std::max(last_written_ns.value_or(0), *more.last_written_ns);
    return *this;
}

std::optional<double> FileFigures::bios_per_request() const {
    if (bios_requests == 0) return std::nullopt;
    return static_cast<double>(bios) / static_cast<double>(bios_requests);
}

std::optional<std::uint64_t> FileFigures::average_request_bytes() const {
    if (charged.requests == 0) return std::nullopt;
    return charged.bytes / charged.requests;
}

ProcessFigures& ProcessFigures::operator+=(const ProcessFigures& more) {
    add_row(*this, more);
    add(read_bytes, more.read_bytes);
    add(written_bytes, more.written_bytes);
    issued.requests += more.issued.requests;
    issued.bytes += more.issued.bytes;
    throttle_ns += more.throttle_ns;
    q2c_ns.merge(more.q2c_ns);
    return *this;
}

CgroupFigures& CgroupFigures::operator+=(const CgroupFigures& more) {
    add_row(*this, more);
    block_charged_bytes += more.block_charged_bytes;
    throttle_ns += more.throttle_ns;
    return *this;
}

}  // namespace wbtrace::model
