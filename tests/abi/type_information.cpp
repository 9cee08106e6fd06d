// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "type_information.h"

#include <bpf/btf.h>

#include <cerrno>
#include <cstring>
#include <memory>

namespace wbtrace::abi_test {
namespace {

struct FreeBtf {
    void operator()(btf* info) const { btf__free(info); }
};
using BtfPtr = std::unique_ptr<btf, FreeBtf>;

std::string name_of(const btf& info, std::uint32_t offset) {
    const char* name = btf__name_by_offset(&info, offset);
    return name == nullptr ? "" : name;
}

void add_members(const btf& info, const btf_type& type, std::size_t base, Type& out) {
    const btf_member* members = btf_members(&type);
    for (std::uint32_t i = 0; i < btf_vlen(&type); ++i) {
        const std::size_t offset = base + btf_member_bit_offset(&type, i) / 8;
        const int inner_id = btf__resolve_type(&info, members[i].type);
        const std::string name = name_of(info, members[i].name_off);
        if (name.empty() && inner_id > 0) {
            const btf_type* inner = btf__type_by_id(&info, static_cast<std::uint32_t>(inner_id));
            if (btf_is_composite(inner)) add_members(info, *inner, offset, out);
            continue;
        }
        const long long size = btf__resolve_size(&info, members[i].type);
        out.members.push_back({name, offset, size < 0 ? 0 : static_cast<std::size_t>(size)});
    }
}

void add_enumerators(const btf& info, const btf_type& type, Type& out) {
    for (std::uint32_t i = 0; i < btf_vlen(&type); ++i) {
        const std::uint32_t offset =
            btf_is_enum64(&type) ? btf_enum64(&type)[i].name_off : btf_enum(&type)[i].name_off;
        out.enumerators.push_back(name_of(info, offset));
    }
}

}  // namespace

Result<Types> read_types(const std::string& path) {
    const BtfPtr info(btf__parse(path.c_str(), nullptr));
    if (!info) return fail("no type information in " + path + ": " + std::strerror(errno));
    Types types;
    for (std::uint32_t id = 1; id < btf__type_cnt(info.get()); ++id) {
        const btf_type& raw = *btf__type_by_id(info.get(), id);
        Type type;
        type.name = name_of(*info, raw.name_off);
        if (type.name.empty()) continue;
        if (btf_is_composite(&raw)) {
            add_members(*info, raw, 0, type);
        } else if (btf_is_any_enum(&raw)) {
            add_enumerators(*info, raw, type);
        } else {
            continue;
        }
        type.size_bytes = raw.size;
        types.emplace(type.name, type);
    }
    return types;
}

std::string plain_name(const std::string& name) { return name.substr(0, name.find("___")); }

}  // namespace wbtrace::abi_test
