// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// What this kernel offers, tried and not guessed: every probe is loaded and attached.
#include <cstdlib>
#include <utility>

#include "capture/probe_catalog.h"
#include "capture/session.h"
#include "cli/exit_status.h"
#include "commands/command.h"
#include "commands/masked_probes.h"
#include "complain.h"
#include "host/block_devices.h"
#include "host/doctor.h"
#include "host/kernel_btf.h"
#include "output.h"
#include "views/doctor_text.h"

namespace wbtrace {

namespace {

std::string cost_of(const std::string& tracepoint) {
    for (const auto& row : capture::probe_catalog())
        if (tracepoint == row.tracepoint) return std::string(row.costs) + row.otherwise;
    return {};
}

/// Run mode rests on requests and on following the command's children.
bool rests_on(const std::string& tracepoint) {
    for (const auto& row : capture::probe_catalog())
        if (tracepoint == row.tracepoint)
            return row.needed && (row.family == capture::Family::requests ||
                                  row.family == capture::Family::processes);
    return false;
}

void add_probes(const capture::Session& session, model::DoctorReport& report) {
    for (const auto& probe : session.probes()) {
        report.probes.push_back({probe.name, probe.attached, probe.why_not, cost_of(probe.name)});
        if (!probe.attached && rests_on(probe.name)) report.run_mode_works = false;
    }
}

void try_probes(std::set<std::string> masked, host::HostFacts& facts, model::DoctorReport& report) {
    auto btf = host::KernelBtf::load();
    if (!btf) facts.btf_error = btf.error().what;
    // Gone with 80ee81e0403c ("bpf: Eliminate rlimit-based memory accounting infra for bpf
    // maps", 5.11).
    if (btf) facts.memlock_limits_bpf = btf->has_struct_member("bpf_map_memory", "pages");
    report = host::judge(facts);
    if (!btf) return;
    capture::SessionOptions how;
    how.pretend_missing = std::move(masked);
    how.probe_options.reset();
    auto session = capture::Session::open(how, *btf);
    if (session) return add_probes(*session, report);
    report.run_mode_works = false;
    report.facts.push_back({model::FactGroup::kernel, "probes", model::FactLevel::bad,
                            session.error().what, session.error().remedy});
}

}  // namespace

int doctor_command(const cli::Options& options) {
    auto masked = masked_probes(options);
    if (!masked) return complain(masked.error(), cli::exit_usage);
    auto facts = host::read_host_facts();
    model::DoctorReport report;
    try_probes(std::move(*masked), facts, report);
    if (auto devices = host::BlockDevices::read()) {
        report.devices = devices->disks();
        report.empty_devices = devices->empty_disks();
    }
    auto out = Output::to_file("-");
    if (!out) return complain(out.error(), cli::exit_failed);
    const bool color = cli::use_color(options.color, out->is_terminal(), std::getenv("NO_COLOR"));
    if (auto shown = out->write(views::doctor_text(report, color)); !shown)
        return complain(shown.error(), cli::exit_failed);
    return report.run_mode_works ? cli::exit_ok : cli::exit_unsupported;
}

}  // namespace wbtrace
