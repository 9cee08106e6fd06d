// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

namespace wbtrace::host {

/// Whether the process numbers we see are those the kernel side sees. False inside a PID
/// namespace of its own; true also when /proc does not tell.
bool sees_kernel_pids();

}  // namespace wbtrace::host
