// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "recording/times_json.h"

#include <algorithm>
#include <string>

namespace wbtrace::events {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(TaskTime, tgid, birth, tid, worker, comm, threads,
                                                wall_ns, cpu_ns, runnable_ns, wait_ns, user_ns,
                                                kernel_ns, held_waits, held_ns, held_max_ns)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(WorkerTime, comm, turns, cpu_ns)

namespace {

using Json = nlohmann::json;

Json row_json(const StackSum& row) {
    const auto* comm = reinterpret_cast<const char*>(row.sum.comm);
    return {{"kind", row.key.kind},
            {"kernel", row.key.kernel},
            {"tgid", row.key.tgid},
            {"tid", row.key.tid},
            {"birth", row.key.birth},
            {"count", row.sum.count},
            {"weight", row.sum.weight},
            {"held_ns", row.sum.held_ns},
            {"comm", std::string(comm, std::find(comm, comm + WB_COMM_LEN, '\0'))}};
}

StackSum read_row(const Json& json) {
    StackSum row;
    row.key.kind = json.value("kind", 0U);
    row.key.kernel = json.value("kernel", std::uint64_t{0});
    row.key.tgid = json.value("tgid", 0U);
    row.key.tid = json.value("tid", 0U);
    row.key.birth = json.value("birth", 0U);
    row.sum.count = json.value("count", std::uint64_t{0});
    row.sum.weight = json.value("weight", std::uint64_t{0});
    row.sum.held_ns = json.value("held_ns", std::uint64_t{0});
    const auto comm = json.value("comm", std::string{});
    std::copy_n(comm.begin(), std::min<std::size_t>(comm.size(), WB_COMM_LEN), row.sum.comm);
    return row;
}

}  // namespace

void to_json(Json& to, const TaskTimes& from) {
    to["followed"] = from.followed;
    to["tasks"] = from.tasks;
    to["workers"] = from.workers;
    to["kernel_stacks"] = from.kernel_stacks;
    to["rows"] = Json::array();
    for (const auto& row : from.rows) to["rows"].push_back(row_json(row));
}

void from_json(const Json& from, TaskTimes& to) {
    to.followed = from.value("followed", false);
    to.tasks = from.value("tasks", std::vector<TaskTime>{});
    to.workers = from.value("workers", std::vector<WorkerTime>{});
    to.kernel_stacks = from.value("kernel_stacks", Stacks{});
    for (const auto& row : from.value("rows", Json::array())) to.rows.push_back(read_row(row));
}

}  // namespace wbtrace::events
