// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "events/task_time_sums.h"

#include <cstring>

#include "tests/catch.h"

using namespace wbtrace::events;

namespace {

/// On a CPU for 10 ns, runnable for 5, asleep for 85; since 100 in `state`.
wb_thread a_thread(wb_thread_state state) {
    wb_thread thread{};
    thread.tgid = 7;
    thread.birth = 3;
    thread.state = state;
    thread.start_ns = 1000;
    thread.since_ns = 1100;
    thread.cpu_ns = 10;
    thread.runnable_ns = 5;
    thread.wait_ns = 85;
    std::memcpy(thread.comm, "dd", 3);
    return thread;
}

TaskTime only_task(const TaskTimeSums& sums) {
    TaskTimes times;
    sums.fill(times);
    REQUIRE(times.tasks.size() == 1);
    return times.tasks[0];
}

TaskTime closed(wb_thread thread, std::uint64_t until_ns) {
    TaskTimeSums sums(false);
    close_at(until_ns, thread);
    sums.add(7, thread);
    return only_task(sums);
}

void check_sum(const TaskTime& task, std::uint64_t wall_ns) {
    CHECK(task.wall_ns == wall_ns);
    CHECK(task.cpu_ns + task.runnable_ns + task.wait_ns == wall_ns);
}

}  // namespace

TEST_CASE("the open state of a thread is ended at the cut") {
    const auto running = closed(a_thread(WB_THREAD_RUNNING), 1120);
    check_sum(running, 120);
    CHECK(running.cpu_ns == 30);

    const auto runnable = closed(a_thread(WB_THREAD_RUNNABLE), 1120);
    check_sum(runnable, 120);
    CHECK(runnable.runnable_ns == 25);

    const auto blocked = closed(a_thread(WB_THREAD_BLOCKED), 1120);
    check_sum(blocked, 120);
    CHECK(blocked.wait_ns == 105);
}

TEST_CASE("a thread that was woken before the cut waits for a CPU since then") {
    auto thread = a_thread(WB_THREAD_BLOCKED);
    thread.woken_ns = 1112;
    const auto task = closed(thread, 1120);
    check_sum(task, 120);
    CHECK(task.wait_ns == 97);
    CHECK(task.runnable_ns == 13);

    thread.woken_ns = 1300;  // stamped after the cut
    check_sum(closed(thread, 1120), 120);
}

TEST_CASE("a cut that was overtaken leaves the thread as it is") {
    for (const auto state : {WB_THREAD_RUNNING, WB_THREAD_RUNNABLE, WB_THREAD_BLOCKED})
        check_sum(closed(a_thread(state), 1090), 100);
}

TEST_CASE("a thread that has ended is not prolonged") {
    check_sum(closed(a_thread(WB_THREAD_ENDED), 5000), 100);
}

TEST_CASE("the last waits, with the open one, are a row of the process") {
    auto thread = a_thread(WB_THREAD_BLOCKED);
    thread.wait_kernel = 99;
    thread.waits = 2;
    thread.waits_ns = 30;
    thread.held_until_ns = 1115;
    close_at(1120, thread);
    CHECK(thread.held_waits == 1);
    for (const bool by_thread : {false, true}) {
        TaskTimeSums sums(by_thread);
        sums.add(8, thread);
        TaskTimes times;
        sums.fill(times);
        REQUIRE(times.rows.size() == 1);
        CHECK(times.rows[0].key.kernel == 99);
        CHECK(times.rows[0].key.tgid == 7);
        CHECK(times.rows[0].key.tid == (by_thread ? 8 : 0));
        CHECK(times.rows[0].sum.count == 3);
        CHECK(times.rows[0].sum.weight == 50);
        CHECK(times.rows[0].sum.held_ns == 15);
    }
}

TEST_CASE("one that was never on a CPU has no time") {
    wb_thread thread{};
    thread.state = WB_THREAD_RUNNABLE;
    TaskTimeSums sums(false);
    close_at(1120, thread);
    sums.add(7, thread);
    TaskTimes times;
    sums.fill(times);
    CHECK(times.tasks.empty());
}

TEST_CASE("threads add up to their process, which is named as its main thread") {
    TaskTimeSums sums(false);
    auto other = a_thread(WB_THREAD_ENDED);
    std::memcpy(other.comm, "worker", 7);
    sums.add(8, other);
    sums.add(7, a_thread(WB_THREAD_ENDED));
    sums.add(9, other);
    const auto task = only_task(sums);
    CHECK(task.threads == 3);
    CHECK(task.comm == "dd");
    check_sum(task, 300);

    TaskTimeSums apart(true);
    apart.add(8, other);
    apart.add(7, a_thread(WB_THREAD_ENDED));
    TaskTimes times;
    apart.fill(times);
    CHECK(times.tasks.size() == 2);
}

TEST_CASE("a number that is used again is another process, and workers stand apart") {
    TaskTimeSums sums(false);
    auto thread = a_thread(WB_THREAD_ENDED);
    sums.add(7, thread);
    thread.birth = 4;
    sums.add(7, thread);
    thread.flags = WB_THREAD_WORKER;
    sums.add(8, thread);
    TaskTimes times;
    sums.fill(times);
    CHECK(times.tasks.size() == 3);
}

TEST_CASE("more processes than there is room for are added to one, and nothing is lost") {
    TaskTimeSums sums(false, 2);
    auto thread = a_thread(WB_THREAD_ENDED);
    for (thread.tgid = 1; thread.tgid <= 10; ++thread.tgid) sums.add(thread.tgid, thread);
    TaskTimes times;
    sums.fill(times);
    CHECK(times.tasks.size() == 3);
    std::uint64_t wall_ns = 0;
    for (const auto& task : times.tasks) wall_ns += task.wall_ns;
    CHECK(wall_ns == 1000);
    CHECK(times.tasks.front().comm == "other");
    // Those that live keep their rows, however many have ended.
    sums.tell_all_apart();
    thread.tgid = 4711;
    sums.add(4711, thread);
    TaskTimes with_living;
    sums.fill(with_living);
    CHECK(with_living.tasks.size() == 4);
    CHECK(with_living.tasks.back().tgid == 4711);
}
