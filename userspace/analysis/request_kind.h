// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include "analysis/context.h"
#include "bpf/abi/block_events.h"
#include "model/attribution.h"

namespace wbtrace::analysis {

/// What the request carried. The file systems are those that the context knows now:
/// one that was mounted a moment ago may pass for the pages of its device.
model::RequestKind kind_of(const wb_request_done& record, const Context& context);

/// The file system that it was for, by its inode or else by its place on the disk;
/// null when none is known there.
const Filesystem* filesystem_of(const wb_request_done& record, const Context& context);

}  // namespace wbtrace::analysis
