// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "testbed/requirements.h"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "host/pseudo_file.h"
#include "plan/axis_words.h"
#include "testbed/tool.h"

namespace wbtrace::testbed {
namespace {

using Kind = plan::Layout::Kind;
using Why = std::optional<std::string>;

/// Whether modprobe can do it. What is built in needs no module, and is seen elsewhere.
bool have_module(const std::string& name, Modules modules) {
    if (modules == Modules::load) return run_tool({"modprobe", "-q", name}).has_value();
    return run_tool({"modprobe", "-q", "--dry-run", name}).has_value();
}

bool kernel_knows(const std::string& type) {
    const std::string list = host::read_pseudo_file("/proc/filesystems").value_or("") + "\n";
    return list.find("\t" + type + "\n") != std::string::npos;
}

Why missing_for(const plan::FileSystem& fs, Modules modules) {
    if (!plan::is_kernel_name(fs.type)) return "no file system is named " + brief(fs.type);
    if (!find_tool("mkfs." + fs.type)) return "mkfs." + fs.type + " is not installed";
    if (kernel_knows(fs.type)) return std::nullopt;
    const bool loaded = have_module("fs-" + fs.type, modules);
    if (modules == Modules::only_ask ? loaded : kernel_knows(fs.type)) return std::nullopt;
    return "no " + fs.type + " in this kernel";
}

std::string md_module_of(std::string_view level) {
    const bool parity = level == "raid4" || level == "raid5" || level == "raid6";
    return parity ? "raid456" : std::string(level);
}

Why missing_for_array(const std::string& level, Modules modules) {
    if (!find_tool("mdadm")) return "mdadm is not installed";
    const auto mdstat = [] { return host::read_pseudo_file("/proc/mdstat").value_or(""); };
    if (offers_level(mdstat(), level)) return std::nullopt;
    const bool md = have_module("md_mod", modules) || !mdstat().empty();
    if (!md) return "no md in this kernel";
    const bool loaded = have_module(md_module_of(level), modules);
    if (modules == Modules::only_ask ? loaded : offers_level(mdstat(), level)) return std::nullopt;
    return "no " + level + " of md in this kernel";
}

std::string scheduler_of(const plan::Case& wanted) {
    for (const auto& setting : wanted.queue)
        if (setting.name == "scheduler") return setting.value;
    return {};
}

/// What the queues of this machine can be given; empty: none says.
std::string schedulers_here() {
    std::string lists;
    std::error_code none;
    for (const auto& disk : std::filesystem::directory_iterator("/sys/block", none))
        lists += host::read_pseudo_file(disk.path() / "queue/scheduler").value_or("");
    return lists;
}

/// The kernel loads the module of one by itself, as it is set. An old name is part of the new one.
Why missing_scheduler(const std::string& name) {
    if (name.empty()) return std::nullopt;
    const auto lists = schedulers_here();
    if (lists.empty() || lists.find(name) != std::string::npos) return std::nullopt;
    if (plan::is_kernel_name(name) && have_module(name + "-iosched", Modules::only_ask))
        return std::nullopt;
    return "no I/O scheduler " + brief(name) + " in this kernel";
}

Why lacking(const plan::Case& wanted, const plan::DevicePool& pool, Modules modules) {
    const plan::Layout& layout = wanted.layout;
    if (layout.kind == Kind::btrfs && wanted.fs.type != "btrfs")
        return "the layout " + layout.word + " is one of btrfs alone";
    if (!pool.real.empty() && pool.real.size() < layout.devices) {
        return fmt::format("the layout {} needs {} devices, the plan lists {}", layout.word,
                           layout.devices, pool.real.size());
    }
    if (wanted.fs.type != "raw") {
        if (auto why = missing_for(wanted.fs, modules)) return why;
    }
    if (auto why = missing_scheduler(scheduler_of(wanted))) return why;
    return layout.kind == Kind::md ? missing_for_array(layout.level, modules) : std::nullopt;
}

}  // namespace

std::optional<Skip> why_impossible(const plan::Case& wanted, const plan::DevicePool& pool,
                                   Modules modules) {
    auto why = lacking(wanted, pool, modules);
    if (!why) return std::nullopt;
    return Skip{std::move(*why)};
}

const std::optional<Skip>& Outlook::of(const plan::Case& wanted) {
    const auto [place, fresh] =
        known_.try_emplace({wanted.fs.type, wanted.layout.word, scheduler_of(wanted)});
    if (fresh) place->second = why_impossible(wanted, pool_, Modules::only_ask);
    return place->second;
}

bool offers_level(std::string_view mdstat, std::string_view level) {
    const std::string_view personalities = mdstat.substr(0, mdstat.find('\n'));
    const std::string wanted = std::string("[").append(level).append("]");
    return personalities.find(wanted) != std::string_view::npos;
}

}  // namespace wbtrace::testbed
