// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// abi_kernel_types TYPES_OBJECT [BTF...]
//
// Looks up every type and field that vmlinux/ declares in the type information
// of each kernel: the running one, or the files given. What stands in a
// ___flavour may be missing and is reported; the rest may not.
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>

#include "type_information.h"

namespace {

using wbtrace::abi_test::Member;
using wbtrace::abi_test::plain_name;
using wbtrace::abi_test::read_types;
using wbtrace::abi_test::Type;
using wbtrace::abi_test::Types;

constexpr const char* kRunningKernel = "/sys/kernel/btf/vmlinux";
constexpr int kSkipped = 77;

struct Tally {
    int found = 0;
    int missing = 0;
    int missing_flavours = 0;
};

/// Whether any of the kernel's types of this name satisfies the test.
template <typename Test>
bool any_type(const Types& kernel, const std::string& name, Test test) {
    const auto [first, last] = kernel.equal_range(name);
    return std::any_of(first, last, [&](const auto& entry) { return test(entry.second); });
}

void count(bool found, bool flavour, const std::string& what, Tally& tally) {
    if (found) {
        ++tally.found;
    } else if (flavour) {
        ++tally.missing_flavours;
        fmt::print("  not here: {}\n", what);
    } else {
        ++tally.missing;
        fmt::print("  MISSING: {}\n", what);
    }
}

bool has_member(const Type& type, const std::string& name) {
    return std::any_of(type.members.begin(), type.members.end(),
                       [&](const Member& member) { return member.name == name; });
}

bool has_enumerator(const Type& type, const std::string& name) {
    return std::find(type.enumerators.begin(), type.enumerators.end(), name) !=
           type.enumerators.end();
}

void check_type(const Type& declared, const Types& kernel, Tally& tally) {
    const std::string name = plain_name(declared.name);
    const bool flavour = name != declared.name;
    for (const Member& member : declared.members) {
        const bool found =
            any_type(kernel, name, [&](const Type& type) { return has_member(type, member.name); });
        count(found, flavour, declared.name + "." + member.name, tally);
    }
    for (const std::string& enumerator : declared.enumerators) {
        const std::string plain = plain_name(enumerator);
        const bool found =
            any_type(kernel, name, [&](const Type& type) { return has_enumerator(type, plain); });
        count(found, flavour || plain != enumerator, declared.name + ": " + enumerator, tally);
    }
}

/// Whether the kernel has all that must be there; nothing to look up is a failure too.
bool check_kernel(const Types& declared, const std::string& path) {
    const auto kernel = read_types(path);
    if (!kernel) {
        fmt::print("{}\n", kernel.error().what);
        return false;
    }
    fmt::print("{}:\n", path);
    Tally tally;
    for (const auto& [name, type] : declared) check_type(type, *kernel, tally);
    fmt::print("  {} fields found, {} missing, {} of other kernels\n", tally.found, tally.missing,
               tally.missing_flavours);
    return tally.missing == 0 && tally.found > 0;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        fmt::print(stderr, "usage: abi_kernel_types TYPES_OBJECT [BTF...]\n");
        return 2;
    }
    const auto declared = read_types(argv[1]);
    if (!declared) {
        fmt::print("{}\n", declared.error().what);
        return 1;
    }
    if (argc == 2 && access(kRunningKernel, R_OK) != 0) {
        fmt::print("skip: this kernel has no type information ({})\n", kRunningKernel);
        return kSkipped;
    }
    bool good = true;
    if (argc == 2) good = check_kernel(*declared, kRunningKernel);
    for (int i = 2; i < argc; ++i) good = check_kernel(*declared, argv[i]) && good;
    return good ? 0 : 1;
}
