// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "capture/loader.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <string_view>

#include "base/open_files.h"
#include "host/kernel_btf.h"

namespace wbtrace::capture {

namespace {

constexpr unsigned most_rings = 16;
constexpr unsigned most_dirtied_files = 131072;  // by a command and beside it
constexpr unsigned most_stacked_bios = 65536;    // in flight; md and dm take any number
constexpr unsigned places_per_set = 8;
constexpr unsigned most_threads = 4096;
constexpr unsigned most_workers = 1024;
constexpr unsigned most_stack_rows = 8192;
constexpr unsigned most_stacks = 2048;
constexpr unsigned most_io_stacks = 8192;          // requests that are under way
constexpr unsigned most_sampled_processes = 8192;  // of a command at once
constexpr unsigned fewest_sets = 2048;
constexpr unsigned most_sets = 32768;
constexpr std::size_t log_bytes = 16384;

__u8 page_shift() {
    return static_cast<__u8>(std::countr_zero(static_cast<unsigned long>(sysconf(_SC_PAGESIZE))));
}

int say_nothing(enum libbpf_print_level, const char*, va_list) { return 0; }

bool dirtying_is_followed(const std::vector<PlannedProbe>& plan) {
    return std::any_of(plan.begin(), plan.end(), [](const PlannedProbe& probe) {
        return probe.use && probe.row->dirtying();
    });
}

bool wants(const SessionOptions& options, wb_stack_kind kind) {
    return (options.stack_kinds >> kind & 1U) != 0;
}

/// Tables that nobody asked for keep their size of one entry.
void configure_stacks(wbtrace_bpf& skeleton, const SessionOptions& options) {
    wb_probe_config& config = skeleton.rodata->config;
    config.time_budget = options.time_budget;
    config.throttled_bio = options.throttled_bio;
    config.stack_kinds = static_cast<__u16>(options.stack_kinds);
    config.user_stacks = options.user_stacks;
    config.cpu_of_all = options.cpu_of_all;
    const bool samples = wants(options, WB_STACK_CPU);
    bpf_program__set_autoload(skeleton.progs.on_cpu_sample, samples);
    if (samples) {
        // On 5.10 a program of a perf event may use preallocated maps only.
        bpf_map__set_map_flags(skeleton.maps.scope_tasks, 0);
        bpf_map__set_max_entries(skeleton.maps.scope_tasks, most_sampled_processes);
    }
    if (wants(options, WB_STACK_LOCK))
        bpf_map__set_max_entries(skeleton.maps.lock_waits, most_threads);
    if (options.time_budget) {
        bpf_map__set_max_entries(skeleton.maps.threads, most_threads);
        bpf_map__set_max_entries(skeleton.maps.workers, most_workers);
    }
    if (!options.time_budget && options.stack_kinds == 0) return;
    bpf_map__set_max_entries(skeleton.maps.stack_rows, most_stack_rows);
    bpf_map__set_max_entries(skeleton.maps.kernel_stacks, most_stacks);
    if (wants(options, WB_STACK_IO))
        bpf_map__set_max_entries(skeleton.maps.io_stacks, most_io_stacks);
    if (options.user_stacks) bpf_map__set_max_entries(skeleton.maps.user_stacks, most_stacks);
}

void configure(wbtrace_bpf& skeleton, const SessionOptions& options, const ProbeFacts& facts,
               const std::vector<PlannedProbe>& plan) {
    wb_probe_config& config = skeleton.rodata->config;
    const unsigned sets = request_sets(options.request_pool);
    config.args = program_args(facts.args);
    config.request_set_mask = sets - 1;
    config.ring_mask = ring_count() - 1;
    config.filter_devices = !options.devices.empty();
    config.has_scope = options.has_scope;
    config.cgroup_v1 = options.cgroup_v1;
    config.page_shift = page_shift();
    config.threads = options.threads;
    config.recorder = options.recorder;
    config.filter = fixed_part(options.filter);
    config.page_cache = dirtying_is_followed(plan);
    config.run_delay = facts.run_delay;
    configure_stacks(skeleton, options);
    if (options.has_scope) {
        bpf_map__set_type(skeleton.maps.dirtiers, BPF_MAP_TYPE_HASH);
        bpf_map__set_max_entries(skeleton.maps.dirtiers, most_dirtied_files);
    }
    if (options.stacked) bpf_map__set_max_entries(skeleton.maps.bio_places, most_stacked_bios);
    bpf_map__set_max_entries(skeleton.maps.rings, ring_count());
    bpf_map__set_max_entries(skeleton.maps.request_sets, sets);
    bpf_map__set_max_entries(skeleton.maps.place_claims, sets * places_per_set);
    for (const auto& row : probe_catalog())
        if (auto* program = bpf_object__find_program_by_name(skeleton.obj, row.program().c_str()))
            bpf_program__set_autoload(program, false);
    for (const auto& probe : plan)
        if (auto* program =
                bpf_object__find_program_by_name(skeleton.obj, probe.row->program().c_str())) {
            bpf_program__set_autoload(program, probe.use);
            if (probe.use && !probe.row->call().empty())
                bpf_program__set_attach_target(program, 0,
                                               host::syscall_function(probe.row->call()).c_str());
        }
    for (auto* service : {skeleton.progs.read_clocks, skeleton.progs.close_page_runs,
                          skeleton.progs.is_dirty_in_scope, skeleton.progs.count_in_flight})
        bpf_program__set_autoload(service, true);
}

/// The verifier's last words, which say what it did not like.
std::string last_line(const std::string& log) {
    std::string_view text(log.c_str());
    std::string line;
    while (!text.empty()) {
        const auto end = text.find('\n');
        const auto part = text.substr(0, end);
        if (!part.empty() && !part.starts_with("processed ")) line = part;
        if (end == std::string_view::npos) break;
        text.remove_prefix(end + 1);
    }
    return line;
}

struct Attempt {
    Skeleton skeleton;
    int error = 0;
    std::string refused;  ///< program that the verifier complained about
    std::string why;
};

/// Only a program that failed gets a log, which tells it apart from the others.
Attempt try_to_load(const SessionOptions& options, const ProbeFacts& facts,
                    const std::vector<PlannedProbe>& plan) {
    Attempt attempt{Skeleton(wbtrace_bpf::open()), 0, {}, {}};
    if (!attempt.skeleton) {
        attempt.error = errno;
        return attempt;
    }
    configure(*attempt.skeleton, options, facts, plan);
    std::map<bpf_program*, std::string> logs;
    for (const auto& probe : plan) {
        auto* program =
            bpf_object__find_program_by_name(attempt.skeleton->obj, probe.row->program().c_str());
        if (!program || !probe.use) continue;
        auto& log = logs.emplace(program, std::string(log_bytes, '\0')).first->second;
        bpf_program__set_log_buf(program, log.data(), log.size());
    }
    attempt.error = -wbtrace_bpf::load(attempt.skeleton.get());
    if (attempt.error == 0)
        for (auto& [program, log] : logs) bpf_program__set_log_buf(program, nullptr, 0);
    else
        for (const auto& [program, log] : logs)
            if (log[0] != '\0') {
                attempt.refused = bpf_program__name(program);
                attempt.why = last_line(log);
            }
    return attempt;
}

Error cannot_load(int error) {
    std::string remedy;
    if (error == EPERM)
        remedy = "run as root; `wbtrace doctor` says which capability or lockdown forbids it";
    else if (error == ENOMEM)
        remedy = "make --buffer smaller, or raise the memory limit (ulimit -l, memory cgroup)";
    else
        remedy = "`wbtrace doctor` shows what this kernel offers";
    return {fmt::format("the kernel does not take the BPF programs: {}", std::strerror(error)),
            remedy_for(error, remedy)};
}

}  // namespace

unsigned ring_count() {
    const int cpus = libbpf_num_possible_cpus();
    return std::min(std::bit_ceil(static_cast<unsigned>(std::max(cpus, 1))), most_rings);
}

unsigned request_sets(std::size_t request_pool) {
    // Four requests to a set of eight: hardly ever does one find its set full.
    const auto wanted = std::bit_ceil(std::min<std::size_t>(request_pool / 4 + 1, most_sets));
    return std::max(static_cast<unsigned>(wanted), fewest_sets);
}

Result<Loaded> load_programs(const SessionOptions& options, ProbeFacts facts) {
    libbpf_set_print(say_nothing);
    for (;;) {
        auto plan = plan_probes(facts);
        if (std::none_of(plan.begin(), plan.end(), [](const auto& probe) { return probe.use; }))
            return fail("none of the tracepoints can be used here", "`wbtrace doctor` shows why");
        auto attempt = try_to_load(options, facts, plan);
        if (attempt.error == 0) return Loaded{std::move(attempt.skeleton), std::move(plan)};
        const bool known = facts.refused.count(attempt.refused) != 0;
        if (attempt.refused.empty() || known) return tl::unexpected(cannot_load(attempt.error));
        facts.refused[attempt.refused] = "the kernel refuses the program: " + attempt.why;
    }
}

}  // namespace wbtrace::capture
