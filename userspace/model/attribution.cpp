// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "model/attribution.h"

namespace wbtrace::model {

namespace {

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

}  // namespace wbtrace::model
