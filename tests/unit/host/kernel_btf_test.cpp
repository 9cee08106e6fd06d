// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "host/kernel_btf.h"

#include <bpf/btf.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "tests/catch.h"
#include "tests/unit/host/machine_fixture.h"

namespace host = wbtrace::host;

namespace {

/// Adds typedef btf_trace_<name> of void (*)(void *, parameters...).
void add_tracepoint(btf* types, const std::string& name, int void_pointer,
                    const std::vector<int>& parameters) {
    const int function = btf__add_func_proto(types, 0);
    btf__add_func_param(types, nullptr, void_pointer);
    for (const int parameter : parameters) btf__add_func_param(types, "arg", parameter);
    btf__add_typedef(types, ("btf_trace_" + name).c_str(), btf__add_ptr(types, function));
}

void add_enums(btf* types) {
    btf__add_enum(types, "wb_reason", 4);
    btf__add_enum_value(types, "WB_REASON_BACKGROUND", 0);
    btf__add_enum_value(types, "WB_REASON_FS_FREE_SPACE", 5);
    btf__add_enum64(types, "wide", 8, false);
    btf__add_enum64_value(types, "WIDE_TOP", 1ULL << 40);
}

/// struct request { int tag; union { int rq_disk; struct { int deep; }; }; struct other named; };
int add_request(btf* types, int integer) {
    btf__add_struct(types, "other", 4);
    const int other = static_cast<int>(btf__type_cnt(types)) - 1;
    btf__add_field(types, "inside_named", integer, 0, 0);
    const int inner = btf__add_struct(types, nullptr, 4);
    btf__add_field(types, "deep", integer, 0, 0);
    const int part = btf__add_union(types, nullptr, 4);
    btf__add_field(types, "rq_disk", integer, 0, 0);
    btf__add_field(types, nullptr, inner, 0, 0);
    const int request = btf__add_struct(types, "request", 12);
    btf__add_field(types, "tag", integer, 0, 0);
    btf__add_field(types, nullptr, part, 32, 0);
    btf__add_field(types, "named", other, 64, 0);
    return request;
}

/// A description of a small invented kernel, written to /btf of the machine.
void write_btf(const MachineFixture& machine) {
    btf* types = btf__new_empty();
    const int integer = btf__add_int(types, "int", 4, BTF_INT_SIGNED);
    const int character = btf__add_int(types, "char", 1, BTF_INT_SIGNED);
    const int status = btf__add_typedef(types, "blk_status_t", character);
    const int request = add_request(types, integer);
    const int void_pointer = btf__add_ptr(types, 0);
    const int name = btf__add_ptr(types, btf__add_const(types, character));
    const int constant = btf__add_const(types, btf__add_volatile(types, status));
    const int request_pointer = btf__add_ptr(types, request);
    add_tracepoint(types, "block_rq_complete", void_pointer, {request_pointer, constant, integer});
    add_tracepoint(types, "names", void_pointer, {name, void_pointer, btf__add_ptr(types, name)});
    add_tracepoint(types, "bare", void_pointer, {});
    btf__add_typedef(types, "btf_trace_not_a_function", integer);
    add_enums(types);
    std::uint32_t size = 0;
    const void* data = btf__raw_data(types, &size);
    machine.file("/btf", std::string(static_cast<const char*>(data), size));
    btf__free(types);
}

host::KernelBtf invented() {
    const MachineFixture machine;
    write_btf(machine);
    return host::KernelBtf::load(machine.root() + "/btf").value();
}

}  // namespace

TEST_CASE("arguments of a tracepoint are counted without the hidden first one") {
    const auto btf = invented();
    CHECK(btf.tracepoint_args("block_rq_complete") == 3U);
    CHECK(btf.tracepoint_args("bare") == 0U);
    CHECK_FALSE(btf.tracepoint_args("block_rq"));
    CHECK_FALSE(btf.tracepoint_args("not_a_function"));
    CHECK_FALSE(btf.tracepoint_args(""));
}

TEST_CASE("arguments have the names of C") {
    const auto btf = invented();
    CHECK(btf.argument_type_name("block_rq_complete", 0) == "request *");
    CHECK(btf.argument_type_name("block_rq_complete", 1) == "blk_status_t");
    CHECK(btf.argument_type_name("block_rq_complete", 2) == "int");
    CHECK(btf.argument_type_name("block_rq_complete", 3).empty());
    CHECK(btf.argument_type_name("block_rq_complete", UINT_MAX).empty());
    CHECK(btf.argument_type_name("names", 0) == "char *");
    CHECK(btf.argument_type_name("names", 1) == "void *");
    CHECK(btf.argument_type_name("names", 2) == "char **");
    CHECK(btf.argument_type_name("absent", 0).empty());
}

TEST_CASE("enums of both widths have their values") {
    const auto btf = invented();
    const auto reasons = btf.enum_names("wb_reason");
    REQUIRE(reasons.size() == 2);
    CHECK(reasons[1].value == 5);
    CHECK(reasons[1].name == "WB_REASON_FS_FREE_SPACE");
    const auto wide = btf.enum_names("wide");
    REQUIRE(wide.size() == 1);
    CHECK(wide[0].value == std::int64_t{1} << 40);
    CHECK(btf.enum_names("absent").empty());
    CHECK(btf.enum_names("request").empty());
}

TEST_CASE("members are found in unnamed parts only") {
    const auto btf = invented();
    for (const char* member : {"tag", "rq_disk", "deep", "named"}) {
        INFO(member);
        CHECK(btf.has_struct_member("request", member));
    }
    CHECK_FALSE(btf.has_struct_member("request", "inside_named"));
    CHECK_FALSE(btf.has_struct_member("request", ""));
    CHECK_FALSE(btf.has_struct_member("absent", "tag"));
    CHECK_FALSE(btf.has_struct_member("wb_reason", "tag"));
}

TEST_CASE("names are spoken without what they share") {
    const auto spoken = host::spoken_names(invented().enum_names("wb_reason"));
    REQUIRE(spoken.size() == 2);
    CHECK(spoken[0].name == "background");
    CHECK(spoken[1].name == "fs_free_space");
    CHECK(spoken[1].value == 5);
    CHECK(host::spoken_names({}).empty());
    CHECK(host::spoken_names({{0, "A_X"}, {1, "B_X"}})[0].name == "a_x");
    CHECK(host::spoken_names({{0, "A_"}, {1, "A_X"}})[0].name == "a_");
    CHECK(host::spoken_names({{0, "WB_SYNC"}, {1, "WB_SYNC_ALL"}})[1].name == "sync_all");
}

TEST_CASE("what is no BTF is refused with a remedy") {
    const MachineFixture machine;
    machine.file("/btf", "this is not BTF, and long enough to hold a header of it");
    for (const std::string& path : {machine.root() + "/btf", machine.root() + "/absent"}) {
        const auto btf = host::KernelBtf::load(path);
        REQUIRE_FALSE(btf);
        CHECK(btf.error().what.find(path) != std::string::npos);
        CHECK(btf.error().remedy.find("CONFIG_DEBUG_INFO_BTF") != std::string::npos);
    }
}

TEST_CASE("the running kernel has the tracepoints that all kernels have") {
    const char* path = "/sys/kernel/btf/vmlinux";
    if (!std::filesystem::exists(path)) {
        // CTest runs each case in a process of its own and counts this one as skipped.
        std::cout << "skip: the running kernel has no type information (" << path << ")\n";
        std::exit(77);
    }
    const auto btf = host::KernelBtf::load();
    REQUIRE(btf);
    CHECK(btf->tracepoint_args("block_rq_complete") == 3U);
    CHECK(btf->argument_type_name("block_rq_complete", 0) == "request *");
    CHECK(btf->has_struct_member("bio", "bi_opf"));
    CHECK(host::spoken_names(btf->enum_names("wb_reason")).at(0).name == "background");
    CHECK_FALSE(btf->tracepoint_args("no_such_tracepoint"));
}
