// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// pipe_pingpong COUNT: two processes on one CPU pass a byte to and fro; prints the ns of one
// round, which is two switches.
#include <fcntl.h>
#include <fmt/core.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>

namespace {

struct Pipe {
    int ends[2] = {-1, -1};
    Pipe() {
        if (pipe2(ends, O_CLOEXEC) != 0) std::abort();
    }
};

void pass(const Pipe& from, const Pipe& to, long count, bool begins) {
    char byte = 0;
    for (long i = 0; i < count; ++i) {
        if (begins && write(to.ends[1], &byte, 1) != 1) std::abort();
        if (read(from.ends[0], &byte, 1) != 1) std::abort();
        if (!begins && write(to.ends[1], &byte, 1) != 1) std::abort();
    }
}

}  // namespace

int main(int argc, char** argv) {
    const long count = argc > 1 ? std::atol(argv[1]) : 100'000;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(0, &one);
    sched_setaffinity(0, sizeof one, &one);
    const Pipe there;
    const Pipe back;
    const pid_t child = fork();
    if (child == 0) {
        pass(there, back, count, false);
        _exit(0);
    }
    const auto begin = std::chrono::steady_clock::now();
    pass(back, there, count, true);
    const auto spent = std::chrono::steady_clock::now() - begin;
    waitpid(child, nullptr, 0);
    fmt::print("{}\n", std::chrono::nanoseconds(spent).count() / count);
}
