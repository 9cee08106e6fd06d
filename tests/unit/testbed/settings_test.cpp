// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "testbed/settings.h"

#include <filesystem>

#include "plan/axis_words.h"
#include "testbed/journal_file.h"
#include "tests/catch.h"
#include "tests/scratch_folder.h"

namespace wbtrace::testbed {
namespace {

/// A machine of files, which do not do what the kernel does when they are written.
struct Machine {
    ScratchFolder scratch;
    std::string vm = scratch.path() + "/proc/sys/vm/";
    std::string queue = scratch.path() + "/queue";
    UndoJournal journal;
    Machine() : journal(begin()) {
        std::filesystem::create_directories(vm);
        std::filesystem::create_directories(queue);
    }
    UndoJournal begin() {
        std::filesystem::create_directories(scratch.path() + "/out");
        return std::move(*UndoJournal::begin(scratch.path() + "/out", scratch.path() + "/run"));
    }
    void vm_has(const std::string& bytes, const std::string& ratio) const {
        for (const std::string name : {"dirty", "dirty_background"}) {
            scratch.write("proc/sys/vm/" + name + "_bytes", bytes);
            scratch.write("proc/sys/vm/" + name + "_ratio", ratio);
        }
    }
    [[nodiscard]] std::vector<UndoEntry> noted() const {
        return read_journal(scratch.path() + "/out/undo-journal")->entries;
    }
    [[nodiscard]] std::string vm_value(const std::string& name) const {
        return *read_setting(vm + name);
    }
};

TEST_CASE("a ratio in force is what comes back of a dirty limit") {
    Machine machine;
    machine.vm_has("0\n", "20\n");
    REQUIRE(set_dirty_limits({"100M", 104857600, 0}, machine.journal, machine.scratch.path()));
    CHECK(machine.vm_value("dirty_bytes") == "104857600");
    CHECK(machine.vm_value("dirty_background_bytes") == "52428800");
    const auto noted = machine.noted();
    REQUIRE(noted.size() == 2);
    CHECK(noted[1].words == std::vector<std::string>{machine.vm + "dirty_bytes", "104857600",
                                                     machine.vm + "dirty_ratio", "20"});
    // As the kernel shows it then.
    machine.scratch.write("proc/sys/vm/dirty_ratio", "0\n");
    machine.scratch.write("proc/sys/vm/dirty_background_ratio", "0\n");
    CHECK(machine.journal.finish().undone == 2);
    CHECK(machine.vm_value("dirty_ratio") == "20");
    CHECK(machine.vm_value("dirty_background_ratio") == "20");
}

TEST_CASE("bytes in force come back as bytes") {
    Machine machine;
    machine.vm_has("7777\n", "0\n");
    REQUIRE(set_dirty_limits({"1000M:990M", 1048576000, 1038090240}, machine.journal,
                             machine.scratch.path()));
    CHECK(machine.vm_value("dirty_background_bytes") == "1038090240");
    CHECK(machine.journal.finish().undone == 2);
    CHECK(machine.vm_value("dirty_bytes") == "7777");
    CHECK(machine.vm_value("dirty_background_bytes") == "7777");
}

TEST_CASE("the chosen word of a list is the value") {
    Machine machine;
    const auto path = machine.scratch.write("queue/scheduler", "none [mq-deadline] kyber\n");
    CHECK(read_setting(path) == "mq-deadline");
    CHECK(read_setting(machine.scratch.write("queue/write_cache", "write back\n")) == "write back");
    CHECK(read_setting(machine.scratch.write("queue/nomerges", "0\n")) == "0");
    CHECK_FALSE(read_setting(machine.queue + "/absent"));
}

TEST_CASE("the scheduler is set first, and what it resets is put back last") {
    Machine machine;
    machine.scratch.write("queue/scheduler", "[none] mq-deadline\n");
    machine.scratch.write("queue/nr_requests", "128\n");
    const auto skip = set_queue(
        machine.queue, {{"nr_requests", "64"}, {"scheduler", "mq-deadline"}}, machine.journal);
    REQUIRE(skip);
    CHECK_FALSE(*skip);
    const auto noted = machine.noted();
    REQUIRE(noted.size() == 3);
    const std::string requests = machine.queue + "/nr_requests";
    const std::string scheduler = machine.queue + "/scheduler";
    CHECK(noted[0].words == std::vector<std::string>{requests, "", requests, "128"});
    CHECK(noted[1].words == std::vector<std::string>{scheduler, "mq-deadline", scheduler, "none"});
    CHECK(noted[2].words == std::vector<std::string>{requests, "64", requests, "128"});
    CHECK(machine.journal.finish().ok());
    CHECK(read_setting(scheduler) == "none");
    CHECK(read_setting(requests) == "128");
}

TEST_CASE("a setting that the kernel lacks makes the case impossible") {
    Machine machine;
    const auto skip = set_queue(machine.queue, {{"wonder", "1"}}, machine.journal);
    REQUIRE(skip);
    REQUIRE(*skip);
    CHECK((*skip)->reason == "this kernel has no " + machine.queue + "/wonder");
}

TEST_CASE("a queue setting is a plain name") {
    CHECK(plan::is_kernel_name("read_ahead_kb"));
    for (const char* name : {"", "..", "../size", "iosched/x", "a b", "A"}) {
        CAPTURE(name);
        CHECK_FALSE(plan::is_kernel_name(name));
    }
    Machine machine;
    CHECK_FALSE(set_queue(machine.queue, {{"../proc/x", "1"}}, machine.journal));
}

}  // namespace
}  // namespace wbtrace::testbed
