// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "recording/stacks_json.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

namespace wbtrace::recording {

namespace {

using Json = nlohmann::json;
using model::NamedStack;
using model::NameNumber;

template <typename Change>
void for_each_name(NamedStack& row, Change change) {
    change(row.process);
    change(row.thread);
    for (auto& name : row.kernel) change(name);
    for (auto& name : row.user) change(name);
}

Json row_json(const NamedStack& row) {
    return {{"kind", row.kind},       {"tgid", row.tgid},     {"tid", row.tid},
            {"process", row.process}, {"thread", row.thread}, {"kernel", row.kernel},
            {"user", row.user},       {"cut", row.cut},       {"count", row.count},
            {"weight", row.weight}};
}

NamedStack read_row(const Json& json, std::size_t names) {
    NamedStack row;
    const auto kind = json.value("kind", 0U);
    // One that this build does not know is no row of any kind that can be asked for.
    row.kind = static_cast<model::StackKind>(std::min<std::size_t>(kind, model::stack_kind_count));
    row.tgid = json.value("tgid", 0U);
    row.tid = json.value("tid", 0U);
    row.process = json.value("process", NameNumber{0});
    row.thread = json.value("thread", NameNumber{0});
    row.kernel = json.value("kernel", std::vector<NameNumber>{});
    row.user = json.value("user", std::vector<NameNumber>{});
    row.cut = json.value("cut", 0U);
    row.count = json.value("count", std::uint64_t{0});
    row.weight = json.value("weight", std::uint64_t{0});
    for_each_name(row, [&](NameNumber name) {
        if (name >= names) throw std::out_of_range("a stack has a frame without a name");
    });
    return row;
}

}  // namespace

std::vector<StacksPart> parts_of(const model::NamedStacks& stacks, std::size_t most_rows) {
    std::vector<StacksPart> parts;
    const auto count = stacks.rows.size();
    for (std::size_t first = 0; first == 0 || first < count; first += most_rows) {
        auto& part = parts.emplace_back();
        part.first_row = first;
        part.all_rows = count;
        part.stacks.kinds = stacks.kinds;
        part.stacks.user_frames = stacks.user_frames;
        if (first == 0) part.stacks.notes = stacks.notes;
        std::map<NameNumber, NameNumber> numbers;
        for (std::size_t i = first; i < std::min(count, first + most_rows); ++i)
            for_each_name(part.stacks.rows.emplace_back(stacks.rows[i]), [&](NameNumber& name) {
                const auto next = static_cast<NameNumber>(part.stacks.names.size());
                const auto [known, added] = numbers.emplace(name, next);
                if (added) part.stacks.names.push_back(stacks.names[name]);
                name = known->second;
            });
    }
    return parts;
}

bool append(StacksPart part, model::NamedStacks& to) {
    if (part.first_row != to.rows.size()) return false;
    const auto before = static_cast<NameNumber>(to.names.size());
    to.kinds |= part.stacks.kinds;
    to.user_frames = to.user_frames || part.stacks.user_frames;
    std::move(part.stacks.names.begin(), part.stacks.names.end(), std::back_inserter(to.names));
    std::move(part.stacks.notes.begin(), part.stacks.notes.end(), std::back_inserter(to.notes));
    for (auto& row : part.stacks.rows) {
        for_each_name(row, [&](NameNumber& name) { name += before; });
        to.rows.push_back(std::move(row));
    }
    return true;
}

void to_json(Json& to, const StacksPart& from) {
    to = {{"kinds", Json::array()},      {"user_frames", from.stacks.user_frames},
          {"first_row", from.first_row}, {"all_rows", from.all_rows},
          {"names", from.stacks.names},  {"notes", from.stacks.notes},
          {"rows", Json::array()}};
    for (std::size_t kind = 0; kind < model::stack_kind_count; ++kind)
        if ((from.stacks.kinds >> kind & 1U) != 0) to["kinds"].push_back(kind);
    for (const auto& row : from.stacks.rows) to["rows"].push_back(row_json(row));
}

void from_json(const Json& from, StacksPart& to) {
    for (const auto kind : from.value("kinds", std::vector<std::uint32_t>{}))
        if (kind < model::stack_kind_count) to.stacks.kinds |= 1U << kind;
    to.stacks.user_frames = from.value("user_frames", false);
    to.first_row = from.value("first_row", std::uint64_t{0});
    to.all_rows = from.value("all_rows", std::uint64_t{0});
    to.stacks.names = from.value("names", std::vector<std::string>{});
    to.stacks.notes = from.value("notes", std::vector<std::string>{});
    for (const auto& row : from.value("rows", Json::array()))
        to.stacks.rows.push_back(read_row(row, to.stacks.names.size()));
}

}  // namespace wbtrace::recording
