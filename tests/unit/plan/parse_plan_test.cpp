// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <string>
#include <vector>

#include "plan/plan.h"
#include "tests/catch.h"

using namespace wbtrace;
using namespace wbtrace::plan;

namespace {

constexpr const char* small = "[axes]\nfs = \"ext4\"\n[workload]\nkind = \"dd\"\nbytes = \"64M\"\n";

Plan good(const std::string& text) {
    auto plan = parse_plan("plan.toml", text);
    if (!plan) FAIL(plan.error().what);
    return *plan;
}

std::string refused(const std::string& text) {
    const auto plan = parse_plan("plan.toml", text);
    REQUIRE_FALSE(plan);
    CHECK(plan.error().what.find('\n') == std::string::npos);
    const auto& error = plan.error();
    return error.remedy.empty() ? error.what : error.what + ": " + error.remedy;
}

/// A plan whose [axes] hold this, from line 2 on, beside fs.
std::string with_axes(const std::string& lines) {
    return "[axes]\n" + lines + "\nfs = \"ext4\"\n[workload]\nkind = \"dd\"\nbytes = 1\n";
}

std::string refused_axes(const std::string& lines) { return refused(with_axes(lines)); }

std::string refused_workload(const std::string& lines) {
    return refused("[axes]\nfs = \"ext4\"\nlayout = \"jbod:2\"\n[workload]\n" + lines + "\n");
}

constexpr const char* full = R"(# all there is
label = "6.12-plug+"
order = "as-written"
seed = 7
repeat = 3
drop_caches = true
metrics = ["write_bw", "devices[0].by_op.write.requests"]

[devices]
loop_size = "2G"
folder = "/mnt/fast"
chunk = "128K"

[trace]
sync_calls = true
plug_time = true
settle = 20
buffer = "16M"

[axes]
fs = ["ext4", {name = "noatime", type = "ext4", mkfs = ["-O", "^has_journal"], mount = "noatime"}]
writers = [1, 10]
dirty = ["100M", "1000M:990M"]
layout = ["single", "jbod:2", "raid0:2", "raid10:4", "raid10f2:4", "btrfs-raid1:2"]
scheduler = ["none", "mq-deadline"]
queue.nomerges = [0, 2]
queue.read_ahead_kb = 128
block_size = [512, 4096]

[workload]
kind = "command"
bytes = "64M"
seconds = 10
command = ["sh", "-c", "", "{dir}", "{bytes}"]
)";

}  // namespace

TEST_CASE("a plan with all that it can say") {
    const auto plan = good(full);
    CHECK(plan.label == "6.12-plug+");
    CHECK_FALSE(plan.shuffled);
    CHECK(plan.seed == 7);
    CHECK(plan.repeat == 3);
    CHECK(plan.drop_caches);
    REQUIRE(plan.metrics.size() == 2);
    CHECK(plan.metrics[1].text == "devices[0].by_op.write.requests");
    CHECK(plan.metrics[1].line == 7);
    CHECK(plan.devices.loop_bytes == std::uint64_t{2} << 30U);
    CHECK(plan.devices.loop_folder == "/mnt/fast");
    CHECK(plan.devices.chunk_kib == 128);
    CHECK(plan.tracing.sync_calls);
    CHECK(plan.tracing.plug_time);
    CHECK(plan.tracing.settle_s == 20U);
    CHECK(plan.tracing.buffer_bytes == std::uint64_t{16} << 20U);
    REQUIRE(plan.axes.file_systems.size() == 2);
    CHECK(plan.axes.file_systems[0].type == "ext4");
    CHECK(plan.axes.file_systems[1].word == "noatime");
    CHECK(plan.axes.file_systems[1].mkfs_options == std::vector<std::string>{"-O", "^has_journal"});
    CHECK(plan.axes.file_systems[1].mount_options == "noatime");
    CHECK(plan.axes.writers == std::vector<unsigned>{1, 10});
    REQUIRE(plan.axes.queue.size() == 3);
    CHECK(plan.axes.queue[0][1].value == "mq-deadline");
    CHECK(plan.axes.queue[1][1].name == "nomerges");
    CHECK(plan.axes.queue[2].size() == 1);
    CHECK(plan.axes.block_sizes == std::vector<unsigned>{512, 4096});
    CHECK(plan.workload.kind == Workload::Kind::command);
    CHECK(plan.workload.bytes == std::uint64_t{64} << 20U);
    CHECK(plan.workload.seconds == 10U);
    CHECK(plan.workload.command.size() == 5);
}

TEST_CASE("what a plan leaves out") {
    const auto plan = good(small);
    CHECK(plan.label.empty());
    CHECK(plan.shuffled);
    CHECK(plan.repeat == 1);
    CHECK_FALSE(plan.drop_caches);
    CHECK(plan.devices.real.empty());
    CHECK(plan.axes.writers == std::vector<unsigned>{1});
    CHECK(plan.axes.dirty.empty());
    CHECK(plan.axes.queue.empty());
    REQUIRE(plan.axes.layouts.size() == 1);
    CHECK(plan.axes.layouts[0].kind == Layout::Kind::single);
    CHECK(plan.axes.layouts[0].word == "single");
    CHECK(good(std::string("# gr\u00f6\u00dfere Bl\u00f6cke, \u0431\n") + small).repeat == 1);
}

TEST_CASE("layouts and dirty limits") {
    const auto layouts = good(full).axes.layouts;
    REQUIRE(layouts.size() == 6);
    CHECK(layouts[1].kind == Layout::Kind::jbod);
    CHECK(layouts[1].devices == 2);
    CHECK(layouts[2].kind == Layout::Kind::md);
    CHECK(layouts[2].level == "raid0");
    CHECK(layouts[3].arrangement == "n2");
    CHECK(layouts[4].level == "raid10");
    CHECK(layouts[4].arrangement == "f2");
    CHECK(layouts[5].kind == Layout::Kind::btrfs);
    CHECK(layouts[5].level == "raid1");
    const auto dirty = good(full).axes.dirty;
    CHECK(dirty[0].bytes == 104857600);
    CHECK(dirty[0].background_bytes == 52428800);
    CHECK(dirty[1].background_bytes == 990 * 1048576ULL);
}

TEST_CASE("unknown keys are told with their line, and what was meant") {
    CHECK(refused_axes("writer = [1]") ==
          "plan.toml:2: unknown key 'writer'; did you mean 'writers'?");
    CHECK(refused("lable = \"x\"\n") == "plan.toml:1: unknown key 'lable'; did you mean 'label'?");
    CHECK(refused("[devices]\nsize = 1\n[axes]\n[workload]\n") ==
          "plan.toml:2: unknown key 'size': known here: loop_size, folder, real or chunk");
    CHECK(refused_workload("kind = \"dd\"\nbyte = 1").find("plan.toml:6: unknown key 'byte'") == 0);
    CHECK(refused_axes("\n\nx = {a = 1}").find("plan.toml:4: unknown key 'x'") == 0);
    CHECK(refused("[axes]\nfs = [\"ext4\",\n  {name = \"a\", mnt = \"\"}]\n")
              .find("plan.toml:3: unknown key 'mnt'") == 0);
}

TEST_CASE("words that mean nothing are told with their line") {
    CHECK(refused_axes("dirty = [\"1M\",\n\"x\"]").find("plan.toml:3: dirty 'x' is no size") == 0);
    CHECK(refused_axes("dirty = \"1M:1M\"").find("is not below") != std::string::npos);
    CHECK(refused_axes("dirty = \"4K\"").find("too small") != std::string::npos);
    CHECK(refused_axes("layout = \"raid7:2\"").find("plan.toml:2: 'raid7:2' is no layout") == 0);
    CHECK(refused_axes("layout = \"raid0\"").find("write raid0:2") != std::string::npos);
    CHECK(refused_axes("layout = \"raid10f3:2\"").find("give 3 to 32") != std::string::npos);
    CHECK(refused_axes("layout = \"raid6:99999999999\"").find("how many") != std::string::npos);
    CHECK(refused_axes("layout = \"btrfs-:2\"").find("no layout") != std::string::npos);
    CHECK(refused_axes("writers = 0") ==
          "plan.toml:2: writers 0 is out of range: a whole number from 1 to 1000");
    CHECK(refused_axes("writers = \"many\"").find("out of range") != std::string::npos);
    CHECK(refused_axes("writers = 1.5").find("neither a text nor a whole") != std::string::npos);
    CHECK(refused_axes("block_size = 1000").find("no power of two") != std::string::npos);
    CHECK(refused_axes("queue.scheduler = \"none\"").find("no setting of a queue") !=
          std::string::npos);
    CHECK(refused_axes("queue.\"../x\" = 1").find("no setting of a queue") != std::string::npos);
    CHECK(refused_axes("queue = 1").find("'queue' is no table") != std::string::npos);
    CHECK(refused("order = \"random\"\n").find("plan.toml:1: order 'random'") == 0);
    CHECK(refused("seed = -1\n").find("plan.toml:1: seed -1") == 0);
    CHECK(refused("repeat = true\n").find("'repeat' is no number") != std::string::npos);
    CHECK(refused("drop_caches = 1\n").find("neither true nor false") != std::string::npos);
    CHECK(refused("label = \"a/b\"\n").find("folder's name") != std::string::npos);
    CHECK(refused("label = 612\n").find("'label' is no text") != std::string::npos);
}

TEST_CASE("what the tracer is told") {
    const auto plan = good(small);
    CHECK_FALSE(plan.tracing.sync_calls);
    CHECK_FALSE(plan.tracing.buffer_bytes);
    CHECK(refused(std::string(small) + "[trace]\nsync_call = true\n").find("plan.toml:7:") == 0);
    CHECK(refused(std::string(small) + "[trace]\nbuffer = \"1K\"\n").find("plan.toml:7:") == 0);
    CHECK(refused(std::string(small) + "[trace]\nsettle = \"long\"\n").find("plan.toml:7:") == 0);
}

TEST_CASE("axes need values, each once") {
    CHECK(refused("[axes]\nfs = []\n").find("plan.toml:2: 'fs' is empty") == 0);
    CHECK(refused("[axes]\nwriters = 1\n").find("plan.toml:1: the axis 'fs' is missing") == 0);
    CHECK(refused("[workload]\nkind = \"dd\"\n").find("there is no table [axes]") !=
          std::string::npos);
    CHECK(refused("[axes]\nfs = \"ext4\"\n").find("there is no table [workload]") !=
          std::string::npos);
    CHECK(refused_axes("writers = [1, 1]") == "plan.toml:2: 'writers' has 1 twice");
    CHECK(refused_axes("writers = [1, \"01\"]") == "plan.toml:2: 'writers' has 1 twice");
    CHECK(refused("[axes]\nfs = [\"ext4\", {type = \"ext4\"}]\n").find("'fs' has ext4 twice") !=
          std::string::npos);
    CHECK(refused("[axes]\nfs = [{mount = \"ro\"}]\n").find("neither a name nor a type") !=
          std::string::npos);
    CHECK(refused("[axes]\nfs = [{name = \"a\", type = \"raw\", mount = \"ro\"}]\n")
              .find("raw has no file system") != std::string::npos);
}

TEST_CASE("names that would leave the output folder are refused") {
    for (const char* name : {"..", ".", "a/b", "/a", "", "-a", "a b", "a\\nb", "\\u202eab"}) {
        INFO(name);
        CHECK(refused(std::string("[axes]\nfs = [{type = \"ext4\", name = \"") + name + "\"}]\n")
                  .find("plan.toml:2: ") == 0);
        CHECK(
            refused_axes(std::string("queue.nomerges = \"") + name + "\"").find("plan.toml:2: ") ==
            0);
        CHECK(refused_axes(std::string("scheduler = \"") + name + "\"").find("plan.toml:2: ") == 0);
    }
    CHECK(refused("label = \"" + std::string(65, 'a') + "\"\n").find("plan.toml:1: ") == 0);
}

TEST_CASE("workloads say what they need") {
    CHECK(refused_workload("bytes = 1").find("plan.toml:4: the workload has no 'kind'") == 0);
    CHECK(refused_workload("kind = \"cp\"").find("plan.toml:5: kind 'cp'") == 0);
    CHECK(refused_workload("kind = \"dd\"").find("dd needs 'bytes'") != std::string::npos);
    CHECK(refused_workload("kind = \"fio\"").find("there is no 'job'") != std::string::npos);
    CHECK(refused_workload("kind = \"command\"").find("there is no 'command'") !=
          std::string::npos);
    CHECK(refused_workload("kind = \"dd\"\nbytes = 1\njob = \"x\"").find("plan.toml:7: 'job'") ==
          0);
    CHECK(refused_workload("kind = \"command\"\ncommand = []").find("names no program") !=
          std::string::npos);
    CHECK(refused_workload("kind = \"command\"\ncommand = \"dd\"").find("'command' is no list") !=
          std::string::npos);
    CHECK(refused_workload("kind = \"command\"\ncommand = [\"a\", 1]").find("only texts") !=
          std::string::npos);
    CHECK(refused_workload("kind = \"command\"\ncommand = [\"a\", \"{bytes}\"]")
              .find("{bytes} has no value") != std::string::npos);
    CHECK(refused_workload("kind = \"command\"\ncommand = [\"a\", \"x{dir}\"]")
              .find("with jbod {dir} is several") != std::string::npos);
    CHECK(refused("[axes]\nfs = [\"raw\"]\n[workload]\nkind = \"command\"\ncommand = [\"{dir}\"]\n")
              .find("no {dir}") != std::string::npos);
    good(
        "[axes]\nfs = \"ext4\"\nlayout = \"jbod:2\"\n[workload]\nkind = \"command\"\n"
        "command = [\"a\", \"{dir}\", \"${dir}x\", \"{other}\"]\n");
}

TEST_CASE("devices are enough for what is asked of them") {
    CHECK(refused("[devices]\nreal = [\"/dev/sdb\"]\n" + with_axes("layout = \"raid0:2\""))
              .find("plan.toml:4: layout raid0:2 needs 2 devices, devices.real lists 1") == 0);
    CHECK(refused("[devices]\nreal = [\"sdb\"]\n").find("'sdb' is not in /dev") !=
          std::string::npos);
    CHECK(refused("[devices]\nreal = [\"/dev/a\"]\nfolder = \"/tmp\"\n").find("loop files") !=
          std::string::npos);
    CHECK(refused("[devices]\nfolder = \"tmp\"\n").find("no absolute path") != std::string::npos);
    CHECK(refused("[devices]\nchunk = \"5K\"\n").find("no power of two") != std::string::npos);
    CHECK(refused("[devices]\nloop_size = \"1M\"\n").find("out of range") != std::string::npos);
    CHECK(refused("[axes]\nfs = \"ext4\"\nwriters = [1, 17]\n[workload]\nkind = \"dd\"\n"
                  "bytes = \"64M\"\n")
              .find("plan.toml:6: 17 writers of 67108864 bytes are more than") == 0);
}

TEST_CASE("rubbish is refused, not obeyed") {
    CHECK(refused("a = ").find("plan.toml:1: ") == 0);
    CHECK(refused("\x01\xff").find("plan.toml:1: ") == 0);
    CHECK(refused("axes = 1\n").find("'axes' is no table") != std::string::npos);
    CHECK(refused(std::string(most_plan_bytes + 1, '\n')).find("longer than") != std::string::npos);
    CHECK(refused("x = " + std::string(20000, '[')).find("plan.toml:1: ") == 0);
    std::string key = "a";
    for (int i = 0; i < 30000; ++i) key += ".a";
    CHECK(refused("\n" + key + " = 1\n").find("plan.toml:2: more than 200 points") == 0);
    CHECK(refused("").find("plan.toml:1: there is no table") == 0);
    // Found by the fuzzer: where toml++ relies on what need not be.
    CHECK(refused("[\v axes]\n").find("plan.toml:1: ") == 0);
    CHECK(refused("\xc5\xb4#\"\v").find("plan.toml:1: ") == 0);
    CHECK(refused("fs = [1, [2, [3]]]\n").find("unknown key") != std::string::npos);
    CHECK(refused_axes("writers = [[1]]").find("plan.toml:2: this is neither") == 0);
    CHECK(refused("[axes]\nfs = [1979-05-27]\n").find("plan.toml:2: this is neither") == 0);
}
