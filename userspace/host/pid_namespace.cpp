// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "host/pid_namespace.h"

#include <sys/stat.h>

namespace wbtrace::host {

bool sees_kernel_pids() {
    constexpr ino_t initial_namespace = 0xEFFFFFFC;  // PROC_PID_INIT_INO of the kernel's ABI
    struct stat found {};
    return ::stat("/proc/self/ns/pid", &found) != 0 || found.st_ino == initial_namespace;
}

}  // namespace wbtrace::host
