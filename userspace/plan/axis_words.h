// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Words of a plan to values. Errors say what is wrong with the word; who knows the line puts it in
// front.
#pragma once

#include <string_view>

#include "base/result.h"
#include "plan/case.h"

namespace wbtrace::plan {

/// single, jbod:N, raid0:N to raid10f2:N of md, btrfs-PROFILE:N.
Result<Layout> layout_from(std::string_view word);

/// BYTES or BYTES:BACKGROUND, such as "1000M:990M".
Result<Dirty> dirty_from(std::string_view word);

/// Fails for what can be no part of a folder's name: letters, digits and . _ : + = , @ ~ % - are
/// allowed, not at the start - or . and at most 64 of them.
Result<void> check_name(std::string_view word);

/// As the kernel names files of a queue and file systems, and hence no path: small letters, digits
/// and _, at most 64 of them.
bool is_kernel_name(std::string_view word);

}  // namespace wbtrace::plan
