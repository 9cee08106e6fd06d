// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "host/facts.h"

#include "tests/catch.h"
#include "tests/unit/host/machine_fixture.h"

namespace host = wbtrace::host;
using host::Capability;

TEST_CASE("facts are read from procfs and sysfs") {
    const MachineFixture machine;
    machine.file("/proc/meminfo", "MemTotal:        1024 kB\nMemFree: 1 kB\n");
    machine.file("/proc/sys/vm/dirty_ratio", "20\n");
    machine.file("/proc/sys/vm/dirtytime_expire_seconds", "43200\n");
    machine.file("/proc/sys/vm/swappiness", "60\n");
    machine.file("/proc/self/status", "Name:\tx\nCapInh:\t0\nCapEff:\t0000008000200000\n");
    machine.file("/proc/sys/kernel/bpf_stats_enabled", "1\n");
    machine.file("/sys/kernel/security/lockdown", "none [integrity] confidentiality\n");
    machine.mounts(
        "1 0 0:7 / /sys/kernel/debug rw - debugfs debugfs rw\n"
        "2 0 0:8 / /sys/kernel/debug/tracing rw - tracefs tracefs rw\n"
        "3 0 0:8 / /sys/kernel/tracing rw - tracefs tracefs rw\n");
    const auto facts = host::read_host_facts(machine.root());
    CHECK(facts.figures.memory_bytes == 1024 * 1024);
    CHECK(facts.figures.vm_dirty == std::map<std::string, std::uint64_t>{
                                        {"dirty_ratio", 20}, {"dirtytime_expire_seconds", 43200}});
    CHECK(facts.has(Capability::bpf) == true);
    CHECK(facts.has(Capability::sys_admin) == true);
    CHECK(facts.has(Capability::perfmon) == false);
    CHECK(facts.has(Capability::sys_resource) == false);
    CHECK(facts.bpf_stats == true);
    CHECK(facts.lockdown == "integrity");
    CHECK(facts.tracefs == "/sys/kernel/tracing");
}

TEST_CASE("tracefs may stand below debugfs only") {
    const MachineFixture machine;
    machine.mounts("1 0 0:7 / /sys/kernel/debug rw - debugfs debugfs rw\n");
    CHECK(host::read_host_facts(machine.root()).tracefs == "/sys/kernel/debug/tracing");
}

TEST_CASE("what cannot be read is not known") {
    const MachineFixture machine;
    const auto facts = host::read_host_facts(machine.root() + "/");
    CHECK_FALSE(facts.lockdown);
    CHECK_FALSE(facts.has(Capability::bpf));
    CHECK_FALSE(facts.tracefs);
    CHECK_FALSE(facts.bpf_stats);
    CHECK(facts.figures.vm_dirty.empty());
    CHECK(facts.figures.memory_bytes > 0);  // the machine's own: libc knows it too
    CHECK_FALSE(facts.figures.kernel.empty());
    CHECK(facts.figures.cpus > 0);
    CHECK(facts.figures.page_bytes >= 4096);
}
