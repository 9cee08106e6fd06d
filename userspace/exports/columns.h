// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Which columns the table of a kind of record has, or which members its line of JSON: one place
// for both. `columns(record, names, to)` shows `to` each value under its name:
//
//   to.number(name, value)   a count, bytes, ns; an empty optional is "not known"
//   to.text(name, value)     any bytes
//   to.name(name, value)     the same; empty is "not known"
//   to.flag(name, value)     true or false
#pragma once

#include <cstdint>
#include <optional>

#include "analysis/record_fields.h"
#include "exports/names.h"

namespace wbtrace::exports {

/// ns since the start of the trace; empty for a stamp that is missing.
inline std::optional<std::int64_t> stamp(const Names& names, std::uint64_t time_ns) {
    return time_ns == 0 ? std::nullopt : std::optional(names.since_start(time_ns));
}

template <typename Value>
std::optional<Value> known_if(bool known, Value value) {
    return known ? std::optional(value) : std::nullopt;
}

template <typename To>
void header_columns(const wb_event_header& header, const Names& names, To& to) {
    to.number("time_ns", names.since_start(header.time_ns));
    to.number("cpu", header.cpu);
}

/// `known`: the record tells an inode.
template <typename To>
void inode_columns(bool known, std::uint32_t s_dev, std::uint64_t inode, std::uint32_t generation,
                   const Names& names, To& to) {
    to.name("inode_dev", known ? analysis::dev_text(s_dev) : "");
    to.number("inode", known_if(known, inode));
    to.number("generation", known_if(known, generation));
    to.name("file", known ? std::string_view(names.file(s_dev, inode, generation)) : "");
}

template <typename To>
void cgroup_columns(std::uint64_t id, const Names& names, To& to) {
    to.number("cgroup_id", known_if(id != 0, id));
    to.name("cgroup", names.cgroup(id));
}

}  // namespace wbtrace::exports
