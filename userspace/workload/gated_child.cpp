// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "workload/gated_child.h"

#include <grp.h>
#include <unistd.h>

#include <cerrno>

namespace wbtrace::workload {
namespace {

void report(int fd, ChildStage stage, int error) {
    const ChildReport message{stage, error};
    // Nobody reads it when the tracer has died; then the gate ends us.
    [[maybe_unused]] const ssize_t written = ::write(fd, &message, sizeof message);
}

bool become(const Identity& user) {
    return ::setgroups(user.groups.size(), user.groups.data()) == 0 &&
           ::setresgid(user.gid, user.gid, user.gid) == 0 &&
           ::setresuid(user.uid, user.uid, user.uid) == 0;
}

bool gate_opened(int gate) {
    char go = 0;
    ssize_t got = 0;
    do {
        got = ::read(gate, &go, 1);
    } while (got < 0 && errno == EINTR);
    return got == 1;
}

}  // namespace

void run_gated_child(const ChildPlan& plan) {
    // Otherwise we would hold our own gate and never see that the tracer is gone.
    ::close(plan.tracer_gate);
    if (plan.run_as != nullptr && !become(*plan.run_as)) {
        report(plan.status, ChildStage::become_user, errno);
        ::_exit(gate_closed_status);
    }
    report(plan.status, ChildStage::ready, 0);
    if (!gate_opened(plan.gate)) ::_exit(gate_closed_status);
    if (plan.signals != nullptr) restore(*plan.signals);
    ::execvpe(plan.argv[0], plan.argv, plan.environment);
    const int error = errno;
    report(plan.status, ChildStage::exec, error);
    ::_exit(error == ENOENT ? 127 : 126);
}

}  // namespace wbtrace::workload
