// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "host/kernel_btf.h"

#include <bpf/btf.h>
#include <bpf/libbpf.h>

#include <array>
#include <cerrno>
#include <unordered_map>
#include <utility>

#include <fmt/core.h>

#include "base/open_files.h"
#include "base/printable.h"

namespace wbtrace::host {

namespace {

constexpr std::string_view tracepoint_prefix = "btf_trace_";
#if defined(__aarch64__)
constexpr std::string_view syscall_prefix = "__arm64_sys_";
#else
constexpr std::string_view syscall_prefix = "__x64_sys_";
#endif

constexpr std::string_view inner_prefix = "ksys_";

bool is_of_syscall(std::string_view function) {
    return function.starts_with(syscall_prefix) || function.starts_with(inner_prefix);
}

struct FreeBtf {
    void operator()(btf* description) const { ::btf__free(description); }
};
using OwnedBtf = std::unique_ptr<btf, FreeBtf>;

const char* name_at(const btf* types, std::uint32_t offset) {
    const char* name = ::btf__name_by_offset(types, offset);
    return name ? name : "";
}

std::string_view name_of(const btf* types, const btf_type* type) {
    return name_at(types, type->name_off);
}

const btf_type* find_type(const btf* types, std::string_view name, std::uint32_t kind) {
    const auto id = ::btf__find_by_name_kind(types, std::string(name).c_str(), kind);
    return id > 0 ? ::btf__type_by_id(types, static_cast<std::uint32_t>(id)) : nullptr;
}

/// What remains when const, volatile and the like are taken away; null when the
/// chain is broken.
const btf_type* unqualified(const btf* types, std::uint32_t id) {
    const btf_type* type = ::btf__type_by_id(types, id);
    while (type && (btf_is_mod(type) || btf_kind(type) == BTF_KIND_TYPE_TAG))
        type = ::btf__type_by_id(types, type->type);
    return type;
}

std::string type_name(const btf* types, std::uint32_t id) {
    if (id == 0) return "void";
    const btf_type* type = unqualified(types, id);
    if (!type) return "";
    if (btf_is_void(type)) return "void";
    if (!btf_is_ptr(type)) return std::string(name_of(types, type));
    const std::string target = type_name(types, type->type);
    return target + (target.ends_with('*') ? "*" : " *");
}

bool has_member(const btf* types, const btf_type* type, std::string_view member) {
    if (!type || !btf_is_composite(type)) return false;
    const btf_member* members = btf_members(type);
    for (std::uint16_t i = 0; i < btf_vlen(type); ++i) {
        const std::string_view name = name_at(types, members[i].name_off);
        if (name == member) return true;
        if (name.empty() && has_member(types, unqualified(types, members[i].type), member))
            return true;
    }
    return false;
}

}  // namespace

struct KernelBtf::Parts {
    OwnedBtf types;
    std::unordered_map<std::string, std::uint32_t> tracepoints;  // name -> type of its function
    std::unordered_map<std::string, std::uint32_t> syscall_functions;

    void index_names();
    [[nodiscard]] const btf_type* function_of(std::string_view tracepoint) const;
};

/// One pass: a search by name in libbpf compares a hundred thousand names each time.
void KernelBtf::Parts::index_names() {
    const std::uint32_t count = ::btf__type_cnt(types.get());
    for (std::uint32_t id = 1; id < count; ++id) {
        const btf_type* type = ::btf__type_by_id(types.get(), id);
        if (!type || !(btf_is_typedef(type) || btf_is_func(type))) continue;
        const std::string_view name = name_of(types.get(), type);
        if (btf_is_func(type) && is_of_syscall(name)) syscall_functions.emplace(name, id);
        if (btf_is_typedef(type) && name.starts_with(tracepoint_prefix))
            tracepoints.emplace(name.substr(tracepoint_prefix.size()), type->type);
    }
}

/// The typedef is a pointer to a function.
const btf_type* KernelBtf::Parts::function_of(std::string_view tracepoint) const {
    const auto found = tracepoints.find(std::string(tracepoint));
    if (found == tracepoints.end()) return nullptr;
    const btf_type* pointer = unqualified(types.get(), found->second);
    if (!pointer || !btf_is_ptr(pointer)) return nullptr;
    const btf_type* function = unqualified(types.get(), pointer->type);
    // The first parameter is the tracepoint's own and not shown to programs.
    if (!function || !btf_is_func_proto(function) || btf_vlen(function) == 0) return nullptr;
    return function;
}

KernelBtf::KernelBtf(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
KernelBtf::KernelBtf(KernelBtf&&) noexcept = default;
KernelBtf& KernelBtf::operator=(KernelBtf&&) noexcept = default;
KernelBtf::~KernelBtf() = default;

Result<KernelBtf> KernelBtf::load(const std::string& path) {
    auto parts = std::make_unique<Parts>();
    // Raw only: for what is neither raw nor ELF btf__parse() prints to stderr.
    parts->types.reset(::btf__parse_raw(path.c_str()));
    if (!parts->types) {
        std::array<char, 128> reason{};
        const int error = errno;
        ::libbpf_strerror(error, reason.data(), reason.size());
        return fail(fmt::format("the kernel's type information {} cannot be read: {}",
                                printable(path), reason.data()),
                    remedy_for(error, "run a kernel built with CONFIG_DEBUG_INFO_BTF=y"));
    }
    parts->index_names();
    return KernelBtf(std::move(parts));
}

std::optional<unsigned> KernelBtf::tracepoint_args(std::string_view tracepoint) const {
    const btf_type* function = parts_->function_of(tracepoint);
    if (!function) return std::nullopt;
    return btf_vlen(function) - 1U;
}

std::optional<std::uint32_t> KernelBtf::syscall_function_id(const std::string& name) const {
    const auto found = parts_->syscall_functions.find(name);
    if (found == parts_->syscall_functions.end()) return std::nullopt;
    return found->second;
}

std::string KernelBtf::argument_type_name(std::string_view tracepoint, unsigned index) const {
    const btf_type* function = parts_->function_of(tracepoint);
    if (!function || index >= btf_vlen(function) - 1U) return "";
    return type_name(parts_->types.get(), btf_params(function)[index + 1U].type);
}

std::vector<EnumName> KernelBtf::enum_names(std::string_view enum_name) const {
    const btf* types = parts_->types.get();
    std::vector<EnumName> names;
    if (const btf_type* type = find_type(types, enum_name, BTF_KIND_ENUM)) {
        const struct btf_enum* values = btf_enum(type);
        for (std::uint16_t i = 0; i < btf_vlen(type); ++i)
            names.push_back({values[i].val, name_at(types, values[i].name_off)});
    } else if (const btf_type* wide = find_type(types, enum_name, BTF_KIND_ENUM64)) {
        const struct btf_enum64* values = btf_enum64(wide);
        for (std::uint16_t i = 0; i < btf_vlen(wide); ++i) {
            names.push_back({static_cast<std::int64_t>(btf_enum64_value(&values[i])),
                             name_at(types, values[i].name_off)});
        }
    }
    return names;
}

std::optional<std::int64_t> KernelBtf::enumerator(std::string_view name) const {
    const btf* types = parts_->types.get();
    const std::uint32_t count = ::btf__type_cnt(types);
    for (std::uint32_t id = 1; id < count; ++id) {
        const btf_type* type = ::btf__type_by_id(types, id);
        if (!type || !btf_is_enum(type)) continue;
        const struct btf_enum* values = btf_enum(type);
        for (std::uint16_t i = 0; i < btf_vlen(type); ++i)
            if (name == name_at(types, values[i].name_off)) return values[i].val;
    }
    return std::nullopt;
}

bool KernelBtf::has_struct_member(std::string_view type, std::string_view member) const {
    if (member.empty()) return false;  // as unnamed parts are called
    const btf* types = parts_->types.get();
    return has_member(types, find_type(types, type, BTF_KIND_STRUCT), member) ||
           has_member(types, find_type(types, type, BTF_KIND_UNION), member);
}

std::string syscall_function(std::string_view call) {
    return call.starts_with(inner_prefix) ? std::string(call)
                                          : std::string(syscall_prefix).append(call);
}

}  // namespace wbtrace::host
