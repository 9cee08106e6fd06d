// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "host/doctor.h"

#include "tests/catch.h"

namespace host = wbtrace::host;
using host::Capability;
using wbtrace::model::Fact;
using wbtrace::model::FactLevel;

namespace {

constexpr std::uint64_t bit(Capability capability) {
    return std::uint64_t{1} << static_cast<unsigned>(capability);
}

host::HostFacts good() {
    host::HostFacts facts;
    facts.figures.kernel = "6.1.0";
    facts.lockdown = "none";
    facts.effective_capabilities = UINT64_MAX;
    facts.tracefs = "/sys/kernel/tracing";
    facts.bpf_stats = true;
    facts.memlock_bytes = 8U << 20;
    facts.memlock_limits_bpf = true;
    return facts;
}

Fact fact(const host::HostFacts& facts, const std::string& name) {
    for (auto& entry : host::judge(facts).facts) {
        if (entry.name == name) return entry;
    }
    FAIL("no fact " << name);
    return {};
}

}  // namespace

TEST_CASE("root on an ordinary kernel: all is well and nothing is to be done") {
    const auto report = host::judge(good());
    CHECK(report.run_mode_works);
    CHECK(report.host.kernel == "6.1.0");
    CHECK(report.facts.size() == 6);
    for (const auto& entry : report.facts) {
        INFO(entry.name);
        CHECK(entry.level == FactLevel::ok);
        CHECK(entry.remedy.empty());
    }
}

TEST_CASE("without BTF run mode does not work") {
    auto facts = good();
    facts.btf_error = "not there";
    CHECK(fact(facts, "BTF").level == FactLevel::bad);
    CHECK(fact(facts, "BTF").value == "not there");
    CHECK_FALSE(fact(facts, "BTF").remedy.empty());
    CHECK_FALSE(host::judge(facts).run_mode_works);
}

TEST_CASE("only lockdown for confidentiality stands in the way") {
    auto facts = good();
    facts.lockdown = "integrity";
    CHECK(host::judge(facts).run_mode_works);
    facts.lockdown = "confidentiality";
    CHECK(fact(facts, "lockdown").level == FactLevel::bad);
    CHECK_FALSE(host::judge(facts).run_mode_works);
    facts.lockdown.reset();
    CHECK(fact(facts, "lockdown").level == FactLevel::note);
    CHECK(host::judge(facts).run_mode_works);
}

TEST_CASE("CAP_BPF and CAP_PERFMON, or CAP_SYS_ADMIN, are needed") {
    auto facts = good();
    facts.effective_capabilities = bit(Capability::sys_admin);
    CHECK(fact(facts, "capabilities").level == FactLevel::ok);
    facts.effective_capabilities = bit(Capability::bpf) | bit(Capability::perfmon);
    CHECK(fact(facts, "capabilities").level == FactLevel::ok);
    facts.effective_capabilities = bit(Capability::bpf);
    CHECK(fact(facts, "capabilities").level == FactLevel::bad);
    CHECK(fact(facts, "capabilities").value == "missing: CAP_PERFMON");
    facts.effective_capabilities = 0;
    CHECK(fact(facts, "capabilities").value == "missing: CAP_BPF, CAP_PERFMON");
    CHECK_FALSE(host::judge(facts).run_mode_works);
    facts.effective_capabilities.reset();
    CHECK(fact(facts, "capabilities").level == FactLevel::note);
}

TEST_CASE("locked memory is a note without CAP_SYS_RESOURCE and below no limit") {
    auto facts = good();
    CHECK(fact(facts, "locked memory").value == "8192 KiB");
    facts.effective_capabilities = bit(Capability::sys_admin);
    CHECK(fact(facts, "locked memory").level == FactLevel::note);
    CHECK(host::judge(facts).run_mode_works);
    facts.memlock_bytes = UINT64_MAX;
    CHECK(fact(facts, "locked memory").level == FactLevel::ok);
    CHECK(fact(facts, "locked memory").value == "unlimited");
    facts.memlock_bytes.reset();
    CHECK(fact(facts, "locked memory").level == FactLevel::note);
}

TEST_CASE("locked memory is not spoken of where it does not limit BPF") {
    auto facts = good();
    facts.memlock_limits_bpf = false;
    for (const auto& entry : host::judge(facts).facts) CHECK(entry.name != "locked memory");
}

TEST_CASE("tracefs is not needed, run time of BPF costs a figure") {
    auto facts = good();
    facts.tracefs.reset();
    facts.bpf_stats = false;
    CHECK(fact(facts, "tracefs").level == FactLevel::ok);
    CHECK(fact(facts, "BPF run time").level == FactLevel::note);
    CHECK_FALSE(fact(facts, "BPF run time").remedy.empty());
    CHECK(host::judge(facts).run_mode_works);
}
