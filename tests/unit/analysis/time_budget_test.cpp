// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/time_budget.h"

#include "tests/catch.h"

using namespace wbtrace;
using model::TimePart;

namespace {

constexpr std::uint64_t throttled_stack = 1, direct_stack = 2, strange_stack = 3;

events::TaskTime a_task(std::uint32_t tgid) {
    events::TaskTime task;
    task.tgid = tgid;
    task.comm = "dd";
    task.threads = 1;
    task.wall_ns = 1000;
    task.cpu_ns = 200;
    task.runnable_ns = 100;
    task.wait_ns = 700;
    return task;
}

events::StackSum a_wait(std::uint32_t tgid, std::uint64_t stack, std::uint64_t ns) {
    events::StackSum row;
    row.key.kind = WB_STACK_WAIT;
    row.key.tgid = tgid;
    row.key.kernel = stack;
    row.sum.count = 1;
    row.sum.weight = ns;
    return row;
}

/// Addresses stand for themselves: 10 and up are functions.
analysis::Context with_names() {
    analysis::Context context;
    context.kernel_function = [](std::uint64_t address) -> std::string {
        switch (address + 1) {
        case 10: return "schedule";
        case 11: return "balance_dirty_pages.isra.0";
        case 12: return "__iomap_dio_rw";
        case 13: return "mystery";
        default: return "";
        }
    };
    return context;
}

events::TaskTimes some_times() {
    events::TaskTimes times;
    times.followed = true;
    times.kernel_stacks = {
        {throttled_stack, {10, 11}}, {direct_stack, {10, 12}}, {strange_stack, {10, 13, 14}}};
    return times;
}

model::Snapshot applied(const events::TaskTimes& times, const analysis::Context& context) {
    model::Snapshot snapshot;
    analysis::apply(times, context, snapshot);
    if (snapshot.time_budget) {
        CHECK(snapshot.time_budget->parts.sum() == snapshot.time_budget->wall_ns);
        for (const auto& row : snapshot.time_budget->rows) CHECK(row.parts.sum() == row.wall_ns);
    }
    return snapshot;
}

}  // namespace

TEST_CASE("the parts of a thread's time are its wall time") {
    auto times = some_times();
    times.tasks = {a_task(1), a_task(2)};
    times.tasks[0].user_ns = 4;
    times.tasks[0].kernel_ns = 12;
    times.rows = {a_wait(1, throttled_stack, 600), a_wait(1, strange_stack, 100),
                  a_wait(2, direct_stack, 700)};
    times.rows[2].sum.held_ns = 300;
    const auto snapshot = applied(times, with_names());
    const auto& budget = *snapshot.time_budget;
    CHECK(budget.wall_ns == 2000);
    CHECK(budget.parts[TimePart::throttle] == 600);
    CHECK(budget.parts[TimePart::direct_io] == 400);
    CHECK(budget.parts[TimePart::io_controller] == 300);
    CHECK(budget.parts[TimePart::other] == 100);
    CHECK(budget.parts[TimePart::runnable] == 200);
    CHECK(budget.rows[0].parts[TimePart::cpu_kernel] == 150);
    CHECK(budget.rows[0].parts[TimePart::cpu_user] == 50);
    CHECK(budget.rows[1].parts[TimePart::cpu_kernel] == 150);  // by the ticks of all
    REQUIRE(budget.unknown.size() == 1);
    CHECK(budget.unknown[0].frames == std::vector<std::string>{"mystery", "0xe"});
    CHECK(budget.unknown[0].ns == 100);
}

TEST_CASE("waits whose row was lost are other, and rows that are ahead do not count") {
    auto times = some_times();
    times.tasks = {a_task(1)};
    times.rows = {a_wait(1, throttled_stack, 500)};
    CHECK(applied(times, with_names()).time_budget->parts[TimePart::other] == 200);
    times.rows = {a_wait(1, throttled_stack, 900)};
    CHECK(applied(times, with_names()).time_budget->parts[TimePart::throttle] == 700);
}

TEST_CASE("without a tick all time on a CPU is the program's, as the kernel has it") {
    auto times = some_times();
    times.tasks = {a_task(1)};
    times.rows = {a_wait(1, throttled_stack, 700)};
    CHECK(applied(times, with_names()).time_budget->parts[TimePart::cpu_user] == 200);
}

TEST_CASE("workers that the kernel made are no part of the wall time") {
    auto times = some_times();
    times.tasks = {a_task(1), a_task(1)};
    times.tasks[1].worker = true;
    times.workers = {{"kworker/u4:1", 3, 900}};
    times.rows = {a_wait(1, throttled_stack, 700)};
    const auto snapshot = applied(times, with_names());
    CHECK(snapshot.time_budget->wall_ns == 1000);
    REQUIRE(snapshot.time_budget->helpers.size() == 2);
    CHECK(snapshot.time_budget->helpers[0].comm == "kworker/u4:1");
    CHECK(snapshot.time_budget->helpers[1].cpu_ns == 200);
}

TEST_CASE("without the kernel's names the kinds of waits are not there") {
    auto times = some_times();
    times.tasks = {a_task(1)};
    times.rows = {a_wait(1, throttled_stack, 700)};
    analysis::Context context;
    context.no_kernel_functions = "hidden";
    const auto snapshot = applied(times, context);
    CHECK(snapshot.time_budget->parts[TimePart::other] == 700);
    CHECK(snapshot.capture.unavailable.at("time_budget.parts.throttle") == "hidden");
    CHECK(snapshot.capture.unavailable.count("time_budget.parts.other") == 0);
    CHECK(snapshot.capture.unavailable.count("time_budget.parts.runnable") == 0);
}

TEST_CASE("nothing is there when threads were not followed") {
    CHECK_FALSE(applied({}, with_names()).time_budget);
}
