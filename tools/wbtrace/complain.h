// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include "base/result.h"

namespace wbtrace {

/// Says on stderr what went wrong and what to do about it; returns the exit status, so
/// that a caller can end with it.
int complain(const Error& error, int exit_status);

}  // namespace wbtrace
