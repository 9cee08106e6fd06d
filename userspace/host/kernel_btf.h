// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace wbtrace::host {

struct EnumName {
    std::int64_t value = 0;
    std::string name;  ///< "WB_REASON_BACKGROUND"
};

/// The running kernel's own description of its types (BTF): which tracepoints it
/// has, what they are called with, which fields and enum values there are. This,
/// and not a version number, decides what can be traced.
class KernelBtf {
public:
    /// From a raw BTF file. Fails when it is absent or broken.
    static Result<KernelBtf> load(const std::string& path = "/sys/kernel/btf/vmlinux");

    KernelBtf(KernelBtf&&) noexcept;
    KernelBtf& operator=(KernelBtf&&) noexcept;
    ~KernelBtf();

    /// Number of arguments that a BPF program of this tracepoint sees; empty when the
    /// kernel has no such tracepoint, or has it in a module.
    [[nodiscard]] std::optional<unsigned> tracepoint_args(std::string_view tracepoint) const;

    /// The number by which BPF is told this function of a system call, see syscall_function();
    /// empty when the kernel does not describe it.
    [[nodiscard]] std::optional<std::uint32_t> syscall_function_id(const std::string& name) const;

    /// Type of an argument without const and volatile, named as in C but without
    /// "struct": "blk_status_t", "int", "request *"; empty when there is none.
    [[nodiscard]] std::string argument_type_name(std::string_view tracepoint, unsigned index) const;

    /// Values of an enum in the order of the source; empty when there is none.
    [[nodiscard]] std::vector<EnumName> enum_names(std::string_view enum_name) const;

    /// Value of a name in whatever enum has it, with a name of its own or not; empty when none.
    [[nodiscard]] std::optional<std::int64_t> enumerator(std::string_view name) const;

    /// Whether a struct or union has this member, also inside an unnamed part of it.
    [[nodiscard]] bool has_struct_member(std::string_view type, std::string_view member) const;

private:
    struct Parts;
    explicit KernelBtf(std::unique_ptr<Parts> parts);

    std::unique_ptr<Parts> parts_;
};

/// What the kernel calls the function of a system call on this processor: "__x64_sys_fsync" of
/// "fsync". What is inside of it ("ksys_sync") has that name on all.
std::string syscall_function(std::string_view call);

/// The names as people say them: what all begin with up to an underscore is dropped
/// and the rest is in small letters ("background").
std::vector<EnumName> spoken_names(std::vector<EnumName> names);

}  // namespace wbtrace::host
