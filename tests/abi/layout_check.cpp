// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// abi_layout CONTRACT_OBJECT [OBJECT...]
//
// Compares the layout of each struct of the contract as the BPF compiler made
// it with what the C++ compiler made of it. The first object declares all of
// them; the others are looked at for those that they have.
#include <fmt/core.h>

#include <algorithm>

#include "bpf/abi/event_list.h"
#include "layout_table.h"

namespace {

using wbtrace::abi_test::cpp_layouts;
using wbtrace::abi_test::Member;
using wbtrace::abi_test::read_types;
using wbtrace::abi_test::Type;
using wbtrace::abi_test::Types;

int differ(const std::string& what) {
    fmt::print("differs: {}\n", what);
    return 1;
}

const Member* find_member(const Type& type, const std::string& name) {
    const auto at = std::find_if(type.members.begin(), type.members.end(),
                                 [&](const Member& member) { return member.name == name; });
    return at == type.members.end() ? nullptr : &*at;
}

int compare(const Type& cpp, const Type& bpf) {
    int differences = 0;
    if (cpp.size_bytes != bpf.size_bytes)
        differences += differ(fmt::format("{}: {} bytes in BPF, {} in C++", cpp.name,
                                          bpf.size_bytes, cpp.size_bytes));
    for (const Member& member : bpf.members) {
        const Member* ours = find_member(cpp, member.name);
        const std::string name = cpp.name + "." + member.name;
        if (ours == nullptr) {
            differences += differ(name + ": unknown to C++");
        } else if (ours->offset_bytes != member.offset_bytes ||
                   ours->size_bytes != member.size_bytes) {
            differences +=
                differ(fmt::format("{}: {}+{} in BPF, {}+{} in C++", name, member.offset_bytes,
                                   member.size_bytes, ours->offset_bytes, ours->size_bytes));
        }
    }
    if (cpp.members.size() != bpf.members.size())
        differences += differ(fmt::format("{}: {} members in BPF, {} in C++", cpp.name,
                                          bpf.members.size(), cpp.members.size()));
    return differences;
}

int check_object(const std::string& path, bool complete) {
    const auto types = read_types(path);
    if (!types) return differ(types.error().what);
    int differences = 0;
    int compared = 0;
    const std::vector<Type> layouts = cpp_layouts();
    for (const Type& cpp : layouts) {
        const auto at = types->find(cpp.name);
        if (at != types->end()) {
            differences += compare(cpp, at->second);
            ++compared;
        } else if (complete) {
            differences += differ(cpp.name + ": no such struct in bpf/abi");
        }
    }
    for (const auto& [name, type] : *types) {
        const bool known = std::any_of(layouts.begin(), layouts.end(),
                                       [&](const Type& cpp) { return cpp.name == type.name; });
        if (complete && !type.members.empty() && !known)
            differences += differ(name + ": unknown to C++");
    }
    fmt::print("{}: {} structs compared\n", path, compared);
    if (compared == 0) differences += differ(path + ": nothing to compare");
    return differences;
}

int check_records_are_listed() {
    const std::vector<Type> layouts = cpp_layouts();
    int differences = 0;
#define WB_CHECK_LISTED(number, kind, type, what)                        \
    if (std::none_of(layouts.begin(), layouts.end(),                     \
                     [](const Type& cpp) { return cpp.name == #type; })) \
        differences += differ(#type ": a record without a struct in bpf/abi");
    WB_EVENT_LIST(WB_CHECK_LISTED)
#undef WB_CHECK_LISTED
    return differences;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        fmt::print(stderr, "usage: abi_layout CONTRACT_OBJECT [OBJECT...]\n");
        return 2;
    }
    int differences = check_records_are_listed();
    for (int i = 1; i < argc; ++i) differences += check_object(argv[i], i == 1);
    return differences == 0 ? 0 : 1;
}
