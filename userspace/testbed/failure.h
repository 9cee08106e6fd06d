// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

#include "base/result.h"

namespace wbtrace::testbed {

/// A system call that failed: what we wanted, and the words for errno.
inline tl::unexpected<Error> fail_with_errno(std::string what, std::string remedy = {}) {
    return fail(std::move(what) + ": " + std::generic_category().message(errno), std::move(remedy));
}

}  // namespace wbtrace::testbed
