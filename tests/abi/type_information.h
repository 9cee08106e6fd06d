// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"

namespace wbtrace::abi_test {

/// A member of a struct or union; those of unnamed members count as its own.
struct Member {
    std::string name;
    std::size_t offset_bytes = 0;
    std::size_t size_bytes = 0;
};

/// A struct, union or enum as the type information (BTF) of a file states it.
struct Type {
    std::string name;
    std::size_t size_bytes = 0;
    std::vector<Member> members;           ///< of a struct or union
    std::vector<std::string> enumerators;  ///< of an enum
};

/// By name. A kernel may define several types of one name.
using Types = std::multimap<std::string, Type>;

/// All named structs, unions and enums of an ELF object or of a raw BTF file.
Result<Types> read_types(const std::string& path);

/// Name without a ___flavour.
std::string plain_name(const std::string& name);

}  // namespace wbtrace::abi_test
