// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/stack_table.h"

#include "analysis/named_stacks.h"
#include "flame/folded.h"
#include "tests/catch.h"

using namespace wbtrace;
using model::StackKind;
using model::StackRow;

namespace {

/// Names that tell what was asked for.
analysis::StackNames made_up_names() {
    analysis::StackNames names;
    names.kernel = [](std::uint64_t address, bool innermost) -> std::string {
        switch (address) {
        case 1: return "bpf_prog_1234_on_x";
        case 2: return "__traceiter_x";
        case 3: return "balance_dirty_pages.isra.0";
        case 4: return "jbd2_log_wait_commit";
        default: return (innermost ? "at_" : "in_") + std::to_string(address);
        }
    };
    names.user = [](std::uint32_t process, std::uint64_t time_ns, std::uint64_t address,
                    bool innermost) {
        return std::to_string(process) + (time_ns < 10 ? "early" : "late") +
               (innermost ? "_at_" : "_in_") + std::to_string(address);
    };
    names.process = [](std::uint32_t process, std::uint64_t) -> std::string {
        return process == 7 ? "dd" : "";
    };
    return names;
}

StackRow row(StackKind kind, std::vector<std::uint64_t> kernel, std::uint64_t weight,
             std::uint64_t count = 1) {
    StackRow result;
    result.kind = kind;
    result.tgid = 7;
    result.comm = "thread";
    result.kernel = std::move(kernel);
    result.count = count;
    result.weight = weight;
    return result;
}

flame::StackTable table_of(const std::vector<StackRow>& rows, const char* kind) {
    return analysis::stack_table(analysis::named_stacks(rows, made_up_names()),
                                 *flame::wish_named(kind));
}

std::string folded(const std::vector<StackRow>& rows, const char* kind) {
    return flame::to_folded(table_of(rows, kind));
}

}  // namespace

TEST_CASE("stacks are turned round and lose the frames of the tracing") {
    auto one = row(StackKind::throttle, {1, 2, 3, 30}, 5000);
    one.user = {20, 21};
    CHECK(folded({one}, "throttle") ==
          "dd;7early_in_21;7early_at_20;-;in_30_[k];balance_dirty_pages_[k] 5\n");
    one.first_ns = 10;
    CHECK(folded({one}, "throttle").find("7late_at_20") != std::string::npos);
}

TEST_CASE("each kind has its rows and its weight") {
    const std::vector<StackRow> rows = {row(StackKind::io, {30}, 4096, 3),
                                        row(StackKind::io_time, {30}, 7000, 3),
                                        row(StackKind::dirty, {31}, 17)};
    CHECK(folded(rows, "io") == "dd;at_30_[k] 4096\n");
    CHECK(folded(rows, "io:requests") == "dd;at_30_[k] 3\n");
    CHECK(folded(rows, "io:latency") == "dd;at_30_[k] 7\n");
    CHECK(folded(rows, "dirty") == "dd;at_31_[k] 17\n");
    CHECK(folded(rows, "cpu").empty());
}

TEST_CASE("of waits those for one thing can be had") {
    const std::vector<StackRow> rows = {row(StackKind::wait, {4, 30}, 5000),
                                        row(StackKind::wait, {3, 30}, 6000)};
    CHECK(folded(rows, "offcpu:journal") == "dd;in_30_[k];jbd2_log_wait_commit_[k] 5\n");
    CHECK(folded(rows, "offcpu:throttle") == "dd;in_30_[k];balance_dirty_pages_[k] 6\n");
    CHECK(folded(rows, "offcpu:read").empty());
}

TEST_CASE("rounding to microseconds loses nothing of the sum") {
    std::vector<StackRow> rows;
    for (std::uint64_t i = 0; i < 10; ++i) rows.push_back(row(StackKind::wait, {100 + i}, 999));
    CHECK(table_of(rows, "offcpu").total() == 9);
}

TEST_CASE("threads are told apart, and a process without a name has its thread's") {
    auto one = row(StackKind::dirty, {30}, 1);
    one.tid = 9;
    auto other = one;
    other.tgid = 8;
    CHECK(folded({one, other}, "dirty") ==
          "dd;[thread/9];at_30_[k] 1\n"
          "thread;[thread/9];at_30_[k] 1\n");
}

TEST_CASE("what was not kept is said, and rows without an event are none") {
    CHECK(folded({row(StackKind::dirty, {}, 3)}, "dirty") == "dd;[stack\\x20not\\x20kept]_[k] 3\n");
    auto sample = row(StackKind::cpu, {}, 1);
    sample.user = {20};
    CHECK(folded({sample}, "cpu") == "dd;7early_at_20 1\n");
    CHECK(table_of({row(StackKind::io, {30}, 0, 0)}, "io").stacks().empty());
    const auto deep = row(StackKind::dirty, std::vector<std::uint64_t>(64, 30), 1);
    CHECK(table_of({deep}, "dirty").subject.notes.size() == 1);
}

TEST_CASE("facts tell the stacks of waits by function") {
    analysis::CutFacts facts;
    CHECK(analysis::stacks_of_facts(facts, 250).kinds == 0);
    facts.times.followed = true;
    facts.times.kernel_stacks[77] = {1, 2};
    facts.kernel_functions = {{1, "schedule"}, {2, "vfs_read"}};
    events::StackSum wait;
    wait.key.kernel = 77;
    wait.key.kind = WB_STACK_WAIT;
    wait.sum.count = 1;
    wait.sum.weight = 5000;
    wait.sum.comm[0] = 'd';
    facts.times.rows = {wait};
    const auto stacks = analysis::stacks_of_facts(facts, 250);
    CHECK(stacks.kinds == bit_of(StackKind::wait));
    CHECK_FALSE(stacks.user_frames);
    CHECK(flame::to_folded(analysis::stack_table(stacks, *flame::wish_named("offcpu"))) ==
          "d;vfs_read_[k];schedule_[k] 5\n");
}
