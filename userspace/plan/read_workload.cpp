// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/printable.h"
#include "plan/plan_sections.h"
#include "plan/workload_command.h"

namespace wbtrace::plan {

namespace {

constexpr std::string_view workload_keys[] = {"kind", "bytes", "seconds", "job", "command"};

Result<void> read_kind(const Section& section, Workload& workload) {
    const auto kind = section.word("kind");
    if (!kind) return tl::unexpected(kind.error());
    constexpr std::pair<std::string_view, Workload::Kind> kinds[] = {
        {"dd", Workload::Kind::dd},
        {"fio", Workload::Kind::fio},
        {"command", Workload::Kind::command}};
    for (const auto& [word, value] : kinds) {
        if (!*kind || (*kind)->text != word) continue;
        workload.kind = value;
        return {};
    }
    return section.refuse(section.line_of("kind"),
                          *kind ? fmt::format("kind '{}' is no workload", brief((*kind)->text))
                                : "the workload has no 'kind'",
                          "write dd, fio or command");
}

Result<void> refuse_foreign_keys(const Section& section, Workload::Kind kind) {
    constexpr std::pair<const char*, Workload::Kind> owned[] = {
        {"job", Workload::Kind::fio}, {"command", Workload::Kind::command}};
    for (const auto& [key, owner] : owned) {
        if (section.has(key) == (kind == owner)) continue;
        if (kind != owner)
            return section.refuse(section.line_of(key),
                                  fmt::format("'{}' is for another kind of workload", key),
                                  "leave it out");
        return section.refuse(section.line_of("kind"), fmt::format("there is no '{}'", key));
    }
    return {};
}

Result<void> read_job(const Section& section, Workload& workload) {
    const auto job = section.word("job");
    if (!job) return tl::unexpected(job.error());
    if (!*job) return {};
    workload.job = (*job)->text;
    if (!workload.job.empty() && workload.job.find('\0') == std::string::npos) return {};
    return section.refuse((*job)->line, "'job' names no file");
}

Result<void> read_command(const Section& section, Workload& workload) {
    auto command = section.texts("command");
    if (!command) return tl::unexpected(command.error());
    workload.command = std::move(*command);
    if (!section.has("command")) return {};
    if (workload.command.empty() || workload.command.front().empty())
        return section.refuse(section.line_of("command"), "'command' names no program");
    for (const auto& word : workload.command)
        if (word.find('\0') != std::string::npos)
            return section.refuse(section.line_of("command"), "'command' holds a NUL");
    return {};
}

/// Of several folders only a word of its own can tell all, and a placeholder must have a value.
Result<void> check_placeholders(const Section& section, const Plan& plan) {
    const Workload& workload = plan.workload;
    const bool several =
        std::any_of(plan.axes.layouts.begin(), plan.axes.layouts.end(), [](const Layout& layout) {
            return layout.kind == Layout::Kind::jbod && layout.devices > 1;
        });
    const auto& systems = plan.axes.file_systems;
    const bool raw = std::any_of(systems.begin(), systems.end(),
                                 [](const FileSystem& fs) { return fs.type == "raw"; });
    for (const auto& word : workload.command) {
        if (raw && mentions(word, "dir"))
            return section.refuse(section.line_of("command"), "with fs raw there is no {dir}",
                                  "use {dev}");
        for (const auto& [name, has] : {std::pair{"bytes", workload.bytes.has_value()},
                                        std::pair{"seconds", workload.seconds.has_value()}})
            if (mentions(word, name) && !has)
                return section.refuse(section.line_of("command"),
                                      fmt::format("{{{0}}} has no value: there is no '{0}'", name));
        for (const char* name : {"dir", "dev"})
            if (several && mentions(word, name) && word != fmt::format("{{{}}}", name))
                return section.refuse(
                    section.line_of("command"),
                    fmt::format("with jbod {{{0}}} is several: make it a word of its own", name),
                    R"x(["sh", "-c", "for d; do ...; done", "sh", "{dir}"])x");
    }
    return {};
}

}  // namespace

Result<void> read_workload(const Section& section, Plan& plan) {
    Workload& workload = plan.workload;
    if (auto known = section.check_keys(workload_keys); !known) return known;
    if (auto read = read_kind(section, workload); !read) return read;
    if (auto fits = refuse_foreign_keys(section, workload.kind); !fits) return fits;
    const auto bytes = section.size("bytes", {1, std::uint64_t{1} << 50U});
    if (!bytes) return tl::unexpected(bytes.error());
    workload.bytes = *bytes;
    const auto seconds = section.number("seconds", {1, 1'000'000});
    if (!seconds) return tl::unexpected(seconds.error());
    workload.seconds = *seconds;
    if (workload.kind == Workload::Kind::dd && !workload.bytes)
        return section.refuse(section.line_of("kind"), "dd needs 'bytes': what each writer writes",
                              "with 'seconds' it does so again and again until then");
    if (auto read = read_job(section, workload); !read) return read;
    if (auto read = read_command(section, workload); !read) return read;
    return check_placeholders(section, plan);
}

}  // namespace wbtrace::plan
