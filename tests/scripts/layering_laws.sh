#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Breaks each law of scripts/check-layering once, in a small tree of its own.
set -euo pipefail
# shellcheck source=tests/scripts/expect.sh
. "$(dirname "$0")/expect.sh"
command -v python3 >/dev/null || { echo "skip: no python3"; exit 77; }
check=${1:?usage: layering_laws.sh REPOSITORY}/scripts/check-layering
tree=$work/tree

put() { mkdir -p "$(dirname "$tree/$1")" && printf '%b\n' "$2" >"$tree/$1"; }

good_tree() {
    rm -rf "$tree"
    local room
    put userspace/base/CMakeLists.txt 'wbtrace_room(base LIBRARIES fmt::fmt)'
    put userspace/model/CMakeLists.txt 'wbtrace_room(model DEPENDS base)'
    put userspace/events/CMakeLists.txt 'wbtrace_room(events DEPENDS base)'
    put userspace/analysis/CMakeLists.txt 'wbtrace_room(analysis DEPENDS events model)'
    put userspace/capture/CMakeLists.txt 'wbtrace_room(capture DEPENDS events LIBRARIES model_like)'
    put userspace/views/CMakeLists.txt 'wbtrace_room(views DEPENDS model)'
    for room in base model events analysis capture views; do
        put "userspace/$room/$room.h" '// may name wb_page_run, printf() in a comment'
    done
    put userspace/analysis/analysis.cpp '#include "base/base.h"\n#include "bpf/abi/types.h"'
    put userspace/capture/capture.cpp '#include <bpf/libbpf.h>
const char* const kName = "printf(";'
    put bpf/compat/block.bpf.h 'struct request___old;
int f(void) { return bpf_core_field_exists(x); }'
    put bpf/probes/block.bpf.c '#include "compat/block.bpf.h"'
}

# broken FILE TEXT COMPLAINT: the good tree with this one file is refused.
broken() {
    good_tree
    put "$1" "$2"
    expect 1 "$3" "$check" "$tree"
}

good_tree
expect 0 "0 broken laws" "$check" "$tree"

broken userspace/base/low.cpp '#include "model/model.h"' "base may not use model"
broken userspace/capture/wide.cpp '#include "model/model.h"' "capture may not use model"
broken userspace/views/page.cpp '#include "bpf/abi/types.h"' "must not know BPF types"
broken userspace/views/page.cpp 'void f(const struct wb_page_run&);' "must not name a BPF type"
broken userspace/model/page.h '#include "bpf/abi/types.h"' "must not know BPF types"
broken userspace/analysis/a.cpp '#include <cstdio>' "never prints (<cstdio>)"
broken userspace/analysis/a.cpp 'void f() { fmt::print("x"); }' "analysis never prints"
broken userspace/analysis/a.cpp '    std::cerr << 1;' "analysis never prints"
broken userspace/base/b.cpp '#include <bpf/btf.h>' "base may not use libbpf"
broken userspace/events/e.cpp '#include "wbtrace.skel.h"' "may not include a skeleton"
broken bpf/probes/b.bpf.c 'int f(void) { return bpf_core_type_exists(struct x); }' \
    "only bpf/compat asks"
broken bpf/lib/b.bpf.h 'extern int LINUX_KERNEL_VERSION;' "only bpf/compat asks"
broken bpf/lib/b.bpf.h 'void f(struct request___old *r);' "only bpf/compat asks"
for definition in 'int counter;' 'static int counter = 0;' 'std::map<int, int> seen;' \
    'inline thread_local int depth{};' 'const char* name = "x";' 'std::vector<int> table = {' \
    '    static int calls = 0;' '    static std::string last;'; do
    broken userspace/base/state.cpp "$definition" "mutable state"
done
broken userspace/base/state.h 'inline int counter = 0;' "mutable state"
broken tools/wbtrace/state.cpp 'bool verbose = false;' "mutable state"
for name in userspace/base/utils.h userspace/helpers/x.h scripts/common.sh tests/misc.cpp; do
    broken "$name" '' "needs a name that says"
done

# What looks like a law broken, and is not.
good_tree
put userspace/base/fine.cpp 'constexpr int kLimit = 3;
const std::string kName = "x";
const char* const kText = "x";
constexpr const char* kOther = "y";
struct Thing;
using Alias = int;
int function(int a);
    static constexpr int kInner = 1;
    static const int table[] = {1};
    static Thing make(int);
enum Kind { A };'
put userspace/base/fine.h 'using Section = void(int);\nSection write_it;'
expect 0 "0 broken laws" "$check" "$tree"

# Nothing to look at is not a success.
rm -rf "$tree" && mkdir "$tree"
expect 1 "no rooms found" "$check" "$tree"
finish
