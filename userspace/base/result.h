// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <string>
#include <utility>

#include <tl/expected.hpp>

namespace wbtrace {

/// Why something failed, in the user's terms.
struct Error {
    std::string what;         ///< one line, without a full stop: "no device named sdz"
    std::string remedy = {};  ///< what to do about it, or empty
};

/// Alias so that it can become std::expected; callers must look at it.
template <typename T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> fail(std::string what, std::string remedy = {}) {
    return tl::unexpected<Error>(Error{std::move(what), std::move(remedy)});
}

}  // namespace wbtrace
