// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace wbtrace::workload {

/// A user as whom the command is run.
struct Identity {
    uid_t uid = 0;
    gid_t gid = 0;
    std::vector<gid_t> groups;  ///< all of them, the primary one included
    std::string name;
    std::string home;
    std::string shell;
};

/// What sudo says about the user who called it; absent when sudo is not behind us.
struct SudoVariables {
    std::optional<std::string> uid;   ///< SUDO_UID
    std::optional<std::string> gid;   ///< SUDO_GID
    std::optional<std::string> user;  ///< SUDO_USER

    static SudoVariables from_environment();
};

/// The user with this name or, when no name matches, this number.
Result<Identity> user_identity(std::string_view name_or_uid);

/// The user behind sudo, or nothing: we are not root, sudo was not used, or root used it.
/// Variables that contradict each other or the user database are an error, since the
/// alternative would be to run the command as root unasked.
Result<std::optional<Identity>> sudo_identity(
    const SudoVariables& variables = SudoVariables::from_environment());
Result<std::optional<Identity>> sudo_identity(const SudoVariables& variables, uid_t our_uid);

/// `current` ("NAME=value" each) with HOME, USER, LOGNAME and SHELL of that user.
std::vector<std::string> environment_for(const Identity& identity,
                                         const std::vector<std::string>& current);

}  // namespace wbtrace::workload
