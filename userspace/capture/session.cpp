// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "capture/session.h"

#include <fmt/format.h>

#include <time.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/clock.h"
#include "base/open_files.h"
#include "capture/fentry.h"
#include "capture/map_entries.h"
#include "capture/session_parts.h"
#include "host/kernel_btf.h"
#include "host/run_delay.h"

namespace wbtrace::capture {

Session::Session(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;
Session::~Session() = default;

namespace {

template <typename Parts>
Result<void> make_rings(Parts& parts, std::size_t bytes) {
    const int outer = bpf_map__fd(parts.loaded.skeleton->maps.rings);
    for (__u32 i = 0; i < ring_count(); i++) {
        const int fd = bpf_map_create(BPF_MAP_TYPE_RINGBUF, "wb_ring", 0, 0,
                                      static_cast<__u32>(bytes), nullptr);
        if (fd < 0)
            return fail(fmt::format("no ring buffer of {} bytes can be had: {}", bytes,
                                    std::strerror(errno)),
                        remedy_for(errno, "make --buffer smaller"));
        parts.ring_fds.emplace_back(fd);
        parts.rings.push_back(fd);
        if (bpf_map_update_elem(outer, &i, &fd, BPF_ANY) != 0)
            return fail(
                fmt::format("ring buffer {} cannot be installed: {}", i, std::strerror(errno)));
    }
    parts.ring_bytes = bytes;
    return {};
}

/// A probe that cannot attach costs its own figures only.
template <typename Parts>
Result<void> attach_all(Parts& parts) {
    for (const auto& probe : parts.loaded.plan) {
        if (!probe.use) continue;
        auto* program = bpf_object__find_program_by_name(parts.loaded.skeleton->obj,
                                                         probe.row->program().c_str());
        Link link(program ? bpf_program__attach(program) : nullptr);
        // The rest would fail as well, and a report without them would blame the kernel.
        if (!link && errno == EMFILE)
            return fail(fmt::format("the probes cannot be attached: {}", std::strerror(errno)),
                        remedy_for(errno));
        if (!link) {
            parts.refused[probe.row->program()] =
                fmt::format("cannot be attached: {}", std::strerror(errno));
            continue;
        }
        if (probe.row->dirtying()) parts.dirtying_followed = true;
        parts.links[probe.row->program()] = std::move(link);
    }
    return {};
}

}  // namespace

namespace {

/// Bios and plugs tell nothing of what they will be part of.
std::map<std::string, std::string> refused_by_filter() {
    std::map<std::string, std::string> refused;
    for (const char* program : {"on_block_bio_backmerge", "on_block_bio_frontmerge",
                                "on_block_split", "on_block_plug", "on_block_unplug"})
        refused[program] = "cannot be told apart under a filter";
    return refused;
}

bool wants_functions(const ProbeFacts& facts) {
    const auto plan = plan_probes(facts);
    return std::any_of(plan.begin(), plan.end(), [](const PlannedProbe& probe) {
        return probe.use && !probe.row->call().empty();
    });
}

void refuse_functions(const std::string& why, ProbeFacts& facts) {
    if (why.empty()) return;
    for (const auto& row : probe_catalog())
        if (!row.call().empty()) facts.refused[row.program()] = why;
}

}  // namespace

Result<Session> Session::open(const SessionOptions& options, const host::KernelBtf& btf) {
    ProbeFacts facts;
    facts.args = read_tracepoint_args(btf);
    facts.pretend_missing = options.pretend_missing;
    facts.options = options.probe_options;
    facts.run_delay = options.time_budget && !options.intervals &&
                      btf.has_struct_member("task_struct", "sched_info") &&
                      host::counts_run_delay();
    if (options.filter.any()) facts.refused = refused_by_filter();
    if (wants_functions(facts)) refuse_functions(why_no_fentry(btf), facts);
    auto loaded = load_programs(options, std::move(facts));
    if (!loaded) return tl::unexpected(loaded.error());
    auto parts = std::make_unique<Parts>();
    parts->loaded = std::move(*loaded);
    if (auto made = make_rings(*parts, options.ring_bytes); !made)
        return tl::unexpected(made.error());
    if (auto filled = fill_device_table(*parts->loaded.skeleton, options.devices); !filled)
        return tl::unexpected(filled.error());
    if (auto filled = fill_filter(*parts->loaded.skeleton, options.filter); !filled)
        return tl::unexpected(filled.error());
    if (auto filled = fill_foreign_table(*parts->loaded.skeleton, options.foreign); !filled)
        return tl::unexpected(filled.error());
    if (auto attached = attach_all(*parts); !attached) return tl::unexpected(attached.error());
    if ((options.stack_kinds >> WB_STACK_CPU & 1U) != 0)
        if (auto attached = attach_cpu_samples(*parts->loaded.skeleton, parts->links); !attached)
            return tl::unexpected(attached.error());
    if (options.time_budget || options.stack_kinds != 0)
        parts->ended_threads =
            std::make_unique<EndedThreads>(*parts->loaded.skeleton, options.threads);
    if (parts->links.empty())
        return fail("no probe could be attached", "`wbtrace doctor` shows why");
    return Session(std::move(parts));
}

Result<void> Session::add_to_scope(pid_t tgid) {
    const __u32 key = static_cast<__u32>(tgid);
    const __u32 one = 1;
    const int fd = bpf_map__fd(parts_->loaded.skeleton->maps.scope_tasks);
    if (bpf_map_update_elem(fd, &key, &one, BPF_ANY) != 0)
        return fail(fmt::format("process {} cannot be followed: {}", tgid, std::strerror(errno)));
    // A filter is asked when it runs the command: until then it is not what the user means.
    const auto filters = parts_->loaded.skeleton->rodata->config.filter.parts;
    const bool chosen = (filters & WB_FILTER_OF_TASKS) == 0;
    return parts_->ended_threads && chosen ? follow_first_thread(*parts_->loaded.skeleton, key)
                                           : Result<void>{};
}

void Session::run(std::uint64_t now_ns) {
    parts_->loaded.skeleton->bss->control.start_ns = now_ns;
    if (parts_->links.count("on_sched_switch") != 0) parts_->followed_until_ns = UINT64_MAX;
    set_state(WB_STATE_RUNNING);
}

void Session::set_state(wb_run_state state) {
    // The programs read it while we write: one aligned store.
    auto* where = &parts_->loaded.skeleton->bss->control.state;
    if (state != WB_STATE_RUNNING)
        parts_->followed_until_ns = std::min(parts_->followed_until_ns, clock_ns(CLOCK_MONOTONIC));
    __atomic_store_n(where, static_cast<__u32>(state), __ATOMIC_RELEASE);
}

const std::vector<int>& Session::rings() const { return parts_->rings; }
std::size_t Session::ring_bytes() const { return parts_->ring_bytes; }

void Session::detach() {
    parts_->links.clear();
    close_page_runs();
}

// Each CPU closes its own.
void Session::close_page_runs() {
    const int close_runs = bpf_program__fd(parts_->loaded.skeleton->progs.close_page_runs);
    for (int cpu = 0; cpu < libbpf_num_possible_cpus(); cpu++) {
        LIBBPF_OPTS(bpf_test_run_opts, run);
        run.flags = BPF_F_TEST_RUN_ON_CPU;
        run.cpu = static_cast<__u32>(cpu);
        bpf_prog_test_run_opts(close_runs, &run);  // fails for a CPU that is off: it has no runs
    }
}

events::KernelTotals Session::totals() const {
    auto totals = read_totals(*parts_->loaded.skeleton);
    for (const auto& probe : parts_->loaded.plan) {
        if (!probe.use || probe.row->missed == WhenMissed::shows_in_pairing) continue;
        const auto* program = bpf_object__find_program_by_name(parts_->loaded.skeleton->obj,
                                                               probe.row->program().c_str());
        totals.cpu.lost[WB_LOSS_PROGRAM_MISSED] += program_figures(program).missed.value_or(0);
    }
    totals.dirtiers_evicted = dirtiers_evicted(totals.cpu.inodes_entered);
    return totals;
}

std::uint64_t Session::dirtiers_evicted(std::uint64_t entered) const {
    const auto* table = parts_->loaded.skeleton->maps.dirtiers;
    if (bpf_map__type(table) != BPF_MAP_TYPE_LRU_HASH) return 0;
    // It begins to forget only when it is nearly full: the walk is spared until then.
    if (entered < bpf_map__max_entries(table) / 2) return 0;
    const auto kept = count_entries(table);
    // More than there is room for was not kept in any case.
    return entered - std::min(kept.value_or(bpf_map__max_entries(table)), entered);
}

std::vector<wb_work_finished> Session::running_works() const {
    std::vector<wb_work_finished> works;
    const auto* map = parts_->loaded.skeleton->maps.running_works;
    for (const auto& [flusher, running] : entries_of<__u32, wb_running_work>(map))
        if (running.work != 0) works.push_back(running.record);
    return works;
}

std::uint64_t Session::in_flight() const { return count_in_flight(*parts_->loaded.skeleton); }

std::vector<model::ProbeFigures> Session::probes() const {
    std::vector<model::ProbeFigures> all;
    for (const auto& probe : parts_->loaded.plan) {
        auto* program = bpf_object__find_program_by_name(parts_->loaded.skeleton->obj,
                                                         probe.row->program().c_str());
        model::ProbeFigures figures = probe.use ? program_figures(program) : model::ProbeFigures{};
        figures.name = probe.row->tracepoint;
        figures.why_not = probe.why_not;
        figures.asked = probe.asked;
        const auto refused = parts_->refused.find(probe.row->program());
        figures.attached = probe.use && refused == parts_->refused.end();
        if (probe.use && !figures.attached) figures.why_not = refused->second;
        all.push_back(std::move(figures));
    }
    return all;
}

}  // namespace wbtrace::capture
