// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <string>

namespace wbtrace::host {
class KernelBtf;
}

namespace wbtrace::capture {

/// Why this kernel does not take programs that enter its functions; empty when it does. Tried with
/// a program that does nothing, since a refusal would end the loading of all others.
std::string why_no_fentry(const host::KernelBtf& btf);

}  // namespace wbtrace::capture
