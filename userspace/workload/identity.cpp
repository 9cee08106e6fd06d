// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "workload/identity.h"

#include <grp.h>
#include <pwd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"

namespace wbtrace::workload {
namespace {

constexpr const char* user_remedy = "give --user a name of the user database, or use --as-root";

std::optional<std::uint32_t> parse_id(std::string_view text) {
    std::uint32_t id = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
    // The highest value means "leave unchanged" to setuid and its kin.
    if (error != std::errc{} || end != text.data() + text.size() || id == UINT32_MAX) {
        return std::nullopt;
    }
    return id;
}

std::vector<gid_t> groups_of(const char* name, gid_t primary) {
    std::vector<gid_t> groups(32);
    for (;;) {
        int count = static_cast<int>(groups.size());
        const bool all = ::getgrouplist(name, primary, groups.data(), &count) >= 0;
        if (!all && static_cast<std::size_t>(count) <= groups.size()) count *= 2;
        groups.resize(static_cast<std::size_t>(count));
        if (all) return groups;
    }
}

Identity identity_from(const passwd& entry) {
    return {.uid = entry.pw_uid,
            .gid = entry.pw_gid,
            .groups = groups_of(entry.pw_name, entry.pw_gid),
            .name = entry.pw_name,
            .home = entry.pw_dir,
            .shell = entry.pw_shell};
}

/// Runs one of the getpw*_r functions with a buffer that is large enough.
template <typename Lookup>
Result<std::optional<Identity>> look_up(const Lookup& lookup) {
    std::vector<char> buffer(1024);
    for (;;) {
        passwd entry{};
        passwd* found = nullptr;
        const int error = lookup(entry, buffer, found);
        if (error == ERANGE) {
            buffer.resize(buffer.size() * 2);
            continue;
        }
        if (found != nullptr) return identity_from(*found);
        // What "no such user" is called differs between the sources of nsswitch.conf.
        if (error == 0 || error == ENOENT || error == ESRCH) return std::nullopt;
        return fail(fmt::format("cannot read the user database: {}",
                                std::generic_category().message(error)));
    }
}

Result<std::optional<Identity>> by_name(const std::string& name) {
    return look_up([&](passwd& entry, std::vector<char>& buffer, passwd*& found) {
        return ::getpwnam_r(name.c_str(), &entry, buffer.data(), buffer.size(), &found);
    });
}

Result<std::optional<Identity>> by_uid(uid_t uid) {
    return look_up([&](passwd& entry, std::vector<char>& buffer, passwd*& found) {
        return ::getpwuid_r(uid, &entry, buffer.data(), buffer.size(), &found);
    });
}

std::optional<std::string> variable(const char* name) {
    const char* value = std::getenv(name);
    if (value == nullptr) return std::nullopt;
    return value;
}

}  // namespace

SudoVariables SudoVariables::from_environment() {
    return {variable("SUDO_UID"), variable("SUDO_GID"), variable("SUDO_USER")};
}

Result<Identity> user_identity(std::string_view name_or_uid) {
    auto found = by_name(std::string(name_or_uid));
    if (found && !*found) {
        if (const auto uid = parse_id(name_or_uid)) found = by_uid(*uid);
    }
    if (!found) return tl::unexpected(std::move(found.error()));
    if (!*found) return fail(fmt::format("no user '{}'", brief(name_or_uid)), user_remedy);
    return std::move(**found);
}

Result<std::optional<Identity>> sudo_identity(const SudoVariables& variables) {
    return sudo_identity(variables, ::geteuid());
}

Result<std::optional<Identity>> sudo_identity(const SudoVariables& variables, uid_t our_uid) {
    if (our_uid != 0 || !variables.uid) return std::nullopt;
    const auto uid = parse_id(*variables.uid);
    if (uid == 0U) return std::nullopt;
    const auto gid = parse_id(variables.gid.value_or(""));
    if (!uid || !gid) {
        return fail("SUDO_UID and SUDO_GID are not the numbers that sudo sets", user_remedy);
    }
    auto found = by_uid(*uid);
    if (!found) return found;
    if (!*found || (*found)->name != variables.user.value_or("")) {
        return fail(fmt::format("SUDO_UID {} and SUDO_USER '{}' are not the same known user", *uid,
                                brief(variables.user.value_or(""))),
                    user_remedy);
    }
    (*found)->gid = *gid;
    (*found)->groups = groups_of((*found)->name.c_str(), *gid);
    return found;
}

std::vector<std::string> environment_for(const Identity& identity,
                                         const std::vector<std::string>& current) {
    const std::array<std::pair<std::string_view, const std::string&>, 4> ours{
        {{"HOME=", identity.home},
         {"USER=", identity.name},
         {"LOGNAME=", identity.name},
         {"SHELL=", identity.shell}}};
    std::vector<std::string> result;
    for (const std::string& entry : current) {
        bool replaced = false;
        for (const auto& [prefix, value] : ours) replaced |= entry.starts_with(prefix);
        if (!replaced) result.push_back(entry);
    }
    for (const auto& [prefix, value] : ours) result.push_back(std::string(prefix) + value);
    return result;
}

}  // namespace wbtrace::workload
