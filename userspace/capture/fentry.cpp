// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "capture/fentry.h"

#include <bpf/bpf.h>
#include <fmt/format.h>
#include <linux/bpf.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "base/unique_fd.h"
#include "host/kernel_btf.h"

namespace wbtrace::capture {

namespace {

bpf_insn return_zero() {
    bpf_insn set{};
    set.code = BPF_ALU64 | BPF_MOV | BPF_K;
    return set;
}

bpf_insn leave() {
    bpf_insn exit{};
    exit.code = BPF_JMP | BPF_EXIT;
    return exit;
}

}  // namespace

std::string why_no_fentry(const host::KernelBtf& btf) {
    const auto function = btf.syscall_function_id(host::syscall_function("fsync"));
    if (!function) return "this kernel does not name the function";
    const std::array<bpf_insn, 2> program = {return_zero(), leave()};
    LIBBPF_OPTS(bpf_prog_load_opts, options);
    options.expected_attach_type = BPF_TRACE_FENTRY;
    options.attach_btf_id = *function;
    const UniqueFd loaded(bpf_prog_load(BPF_PROG_TYPE_TRACING, "wb_try_fentry", "GPL",
                                        program.data(), program.size(), &options));
    if (loaded.get() < 0) return fmt::format("the kernel refuses fentry: {}", std::strerror(errno));
    const UniqueFd link(bpf_link_create(loaded.get(), 0, BPF_TRACE_FENTRY, nullptr));
    if (link.get() < 0) return fmt::format("the kernel refuses fentry: {}", std::strerror(errno));
    return {};
}

}  // namespace wbtrace::capture
