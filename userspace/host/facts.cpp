// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "host/facts.h"

#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

#include "host/mount_table.h"
#include "host/pseudo_file.h"

namespace wbtrace::host {

namespace {

constexpr std::array<const char*, 7> vm_dirty_files = {
    "dirty_ratio",
    "dirty_bytes",
    "dirty_background_ratio",
    "dirty_background_bytes",
    "dirty_expire_centisecs",
    "dirty_writeback_centisecs",
    "dirtytime_expire_seconds",
};

/// The number behind the key and blanks, as in meminfo and status.
std::optional<std::uint64_t> number_behind(std::string_view text, std::string_view key, int base) {
    for (std::size_t at = 0; at < text.size();) {
        const auto end = std::min(text.find('\n', at), text.size());
        auto line = text.substr(at, end - at);
        at = end + 1;
        if (!line.starts_with(key)) continue;
        line.remove_prefix(key.size());
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        std::uint64_t value = 0;
        const auto parsed = std::from_chars(line.data(), line.data() + line.size(), value, base);
        if (parsed.ec == std::errc{}) return value;
    }
    return std::nullopt;
}

std::optional<model::PageState> page_state(const std::string& proc) {
    const auto vmstat = read_pseudo_file(proc + "vmstat").value_or("");
    const auto dirty = number_behind(vmstat, "nr_dirty ", 10);
    const auto writeback = number_behind(vmstat, "nr_writeback ", 10);
    const auto background = number_behind(vmstat, "nr_dirty_background_threshold ", 10);
    const auto limit = number_behind(vmstat, "nr_dirty_threshold ", 10);
    if (!dirty || !writeback || !background || !limit) return std::nullopt;
    return model::PageState{*dirty, *writeback, *background, *limit};
}

/// The usual mount first; an old system may have it only below debugfs.
std::optional<std::string> find_tracefs(const std::string& root) {
    const auto mounts = MountTable::read(root);
    for (const auto& mount : mounts.mounts()) {
        if (mount.type == "tracefs" && mount.mount_point == "/sys/kernel/tracing")
            return mount.mount_point;
    }
    if (const auto* mount = mounts.first_of_type("tracefs")) return mount->mount_point;
    if (const auto* mount = mounts.first_of_type("debugfs")) return mount->mount_point + "/tracing";
    return std::nullopt;
}

std::optional<std::uint64_t> memlock_limit() {
    rlimit limit{};
    if (::getrlimit(RLIMIT_MEMLOCK, &limit) != 0) return std::nullopt;
    return limit.rlim_cur == RLIM_INFINITY ? UINT64_MAX : std::uint64_t{limit.rlim_cur};
}

/// root without the slash at its end, so that "/proc" can be put behind it.
std::string prefix_of(const std::string& root) {
    return root.ends_with('/') ? root.substr(0, root.size() - 1) : root;
}

}  // namespace

model::HostFigures read_host_figures(const std::string& root) {
    const std::string proc = prefix_of(root) + "/proc/";
    model::HostFigures figures;
    utsname names{};
    if (::uname(&names) == 0) {
        figures.kernel = names.release;
        figures.machine = names.machine;
    }
    if (const long cpus = ::sysconf(_SC_NPROCESSORS_ONLN); cpus > 0)
        figures.cpus = static_cast<unsigned>(cpus);
    if (const long page = ::sysconf(_SC_PAGESIZE); page > 0)
        figures.page_bytes = static_cast<std::uint64_t>(page);
    const auto meminfo = read_pseudo_file(proc + "meminfo").value_or("");
    if (const auto kib = number_behind(meminfo, "MemTotal:", 10)) {
        figures.memory_bytes = *kib * 1024;
    } else if (const long pages = ::sysconf(_SC_PHYS_PAGES); pages > 0) {  // procfs not mounted
        figures.memory_bytes = static_cast<std::uint64_t>(pages) * figures.page_bytes;
    }
    for (const char* file : vm_dirty_files) {
        if (const auto value = read_number(proc + "sys/vm/" + file))
            figures.vm_dirty.emplace(file, *value);
    }
    figures.page_state = page_state(proc);
    return figures;
}

HostFacts read_host_facts(const std::string& root) {
    const std::string prefix = prefix_of(root);
    HostFacts facts;
    facts.figures = read_host_figures(root);
    if (const auto line = read_line(prefix + "/sys/kernel/security/lockdown"))
        facts.lockdown = chosen_word(*line);
    const auto status = read_pseudo_file(prefix + "/proc/self/status").value_or("");
    facts.effective_capabilities = number_behind(status, "CapEff:", 16);
    facts.tracefs = find_tracefs(prefix);
    if (const auto stats = read_number(prefix + "/proc/sys/kernel/bpf_stats_enabled"))
        facts.bpf_stats = *stats != 0;
    facts.memlock_bytes = memlock_limit();
    return facts;
}

}  // namespace wbtrace::host
