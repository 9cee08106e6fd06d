// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "layout_table.h"

#include <cstddef>

#include "bpf/abi/block_events.h"
#include "bpf/abi/page_cache_events.h"
#include "bpf/abi/probe_config.h"
#include "bpf/abi/process_events.h"
#include "bpf/abi/stacks.h"
#include "bpf/abi/sync_events.h"
#include "bpf/abi/task_time.h"
#include "bpf/abi/totals.h"
#include "bpf/abi/writeback_events.h"

namespace wbtrace::abi_test {
namespace {

struct Row {
    const char* type;
    std::size_t type_bytes;
    const char* member;
    std::size_t offset_bytes;
    std::size_t size_bytes;
};

// Written by list-members from the headers when it is built.
constexpr Row rows[] = {
#define WB_MEMBER(type, member) \
    {#type, sizeof(type), #member, offsetof(type, member), sizeof(type::member)},
#include "layout_rows.inc"
#undef WB_MEMBER
};

}  // namespace

std::vector<Type> cpp_layouts() {
    std::vector<Type> layouts;
    for (const Row& row : rows) {
        if (layouts.empty() || layouts.back().name != row.type)
            layouts.push_back({row.type, row.type_bytes, {}, {}});
        layouts.back().members.push_back({row.member, row.offset_bytes, row.size_bytes});
    }
    return layouts;
}

}  // namespace wbtrace::abi_test
