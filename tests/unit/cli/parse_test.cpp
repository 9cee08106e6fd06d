// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "cli/options.h"

#include <algorithm>
#include <vector>

#include "tests/catch.h"

using namespace wbtrace;
using namespace wbtrace::cli;
using namespace std::chrono_literals;
using Words = std::vector<std::string>;

namespace {

std::vector<const char*> with_name(const Words& words) {
    std::vector<const char*> argv = {"wbtrace"};
    for (const std::string& word : words) argv.push_back(word.c_str());
    return argv;
}

Result<Options> parsed(const Words& words) {
    const auto argv = with_name(words);
    return parse(static_cast<int>(argv.size()), argv.data());
}

Options good(const Words& words) {
    auto options = parsed(words);
    if (!options) FAIL(options.error().what);
    return *options;
}

/// The error in the form in which it is shown.
std::string refused(const Words& words) {
    const auto options = parsed(words);
    REQUIRE_FALSE(options);
    const Error& error = options.error();
    CHECK(error.what.find('\n') == std::string::npos);
    return error.remedy.empty() ? error.what : error.what + ": " + error.remedy;
}

}  // namespace

TEST_CASE("without words the system is traced with the defaults") {
    const Options options = good({});
    CHECK(options.verb == Verb::trace);
    CHECK_FALSE(options.has_command);
    CHECK(options.devices.empty());
    CHECK_FALSE(options.duration);
    CHECK_FALSE(options.settle.has_value());
    CHECK(options.buffer_bytes == 8U << 20U);
    CHECK(options.color == Color::automatic);
    CHECK(parse(0, nullptr));
}

TEST_CASE("every option reaches its value") {
    const Options options = good(
        {"-d", "sda,8:0", "--dev=/dev/sdb", "--duration", "1.5", "--buffer", "4096", "--json", "-",
         "--report", "r.txt", "--strict", "--sync-calls", "-D", "-m", "--color", "never", "-v"});
    CHECK(options.devices == Words{"sda", "8:0", "/dev/sdb"});
    CHECK(options.duration == 1500ms);
    CHECK(good({"--settle", "0", "--", "x"}).settle == 0s);
    CHECK(options.buffer_bytes == 4096);
    CHECK(options.json_file == "-");
    CHECK(options.report_file == "r.txt");
    CHECK(options.strict);
    CHECK(options.sync_calls);
    CHECK(options.per_device_histograms);
    CHECK(options.milliseconds);
    CHECK(options.color == Color::never);
    CHECK(options.verbose);
    CHECK(good({"--pretend-missing", "block_split", "--pretend-missing", "a,b"}).pretend_missing ==
          Words{"block_split", "a", "b"});
}

TEST_CASE("short options may stand together, the last value wins") {
    const Options options = good({"-Dmdsda", "--settle", "5", "--settle=7", "-vv", "--", "x"});
    CHECK(options.per_device_histograms);
    CHECK(options.milliseconds);
    CHECK(options.devices == Words{"sda"});
    CHECK(options.settle == 7s);
}

TEST_CASE("a value in brackets is one value") {
    CHECK(good({"--report", "[a,b]"}).report_file == "[a,b]");
    CHECK(good({"--dev", "[x]"}).devices == Words{"[x]"});
}

TEST_CASE("everything behind the first -- is the command, untouched") {
    const Options options = good({"-v", "--", "cmd", "--json", "--", "-d", "", "--help"});
    CHECK(options.has_command);
    CHECK(options.verb == Verb::trace);
    CHECK(options.command == Words{"cmd", "--json", "--", "-d", "", "--help"});
    CHECK_FALSE(options.json_file);
    CHECK(good({"--user", "postgres", "--", "id"}).user == "postgres");
    CHECK(good({"--as-root", "--", "doctor"}).as_root);
}

TEST_CASE("whether there is a command is known even if the rest is wrong") {
    const char* const wrong[] = {"wbtrace", "--nonsense", "--", "cmd"};
    CHECK(has_command(4, wrong));
    CHECK_FALSE(has_command(2, wrong));
    CHECK_FALSE(has_command(0, nullptr));
}

TEST_CASE("verbs") {
    CHECK(good({"doctor"}).verb == Verb::doctor);
    CHECK(good({"--color", "never", "doctor"}).color == Color::never);
    CHECK(good({"completion", "zsh"}).choice == "zsh");
    CHECK(good({"report", "a.wbt", "--every", "0.5"}).recording == "a.wbt");
    CHECK(good({"inspect", "--events", "a.wbt"}).events);
    const auto exported = good({"export", "csv", "a.wbt", "-o", "tables"});
    CHECK(exported.choice == "csv");
    CHECK(exported.recording == "a.wbt");
    CHECK(exported.output_file == "tables");
    CHECK(refused({"export", "csv", "a.wbt"}).find("-o FOLDER") != std::string::npos);
    CHECK(refused({"export", "ndjson"}).find("wbtrace export ndjson FILE") != std::string::npos);
    CHECK(refused({"export", "xml", "a.wbt"}).find("does not know 'xml'") != std::string::npos);
    CHECK(refused({"export", "json", "a", "--every", "1"}).find("--every") != std::string::npos);
    CHECK(good({"--help"}).verb == Verb::help);
    CHECK(good({"-V"}).verb == Verb::version);
    CHECK(good({"--nonsense", "-V", "-h", "--settle", "x", "--", "cmd"}).verb == Verb::help);
}

TEST_CASE("a mistake is one line that says what to do") {
    CHECK(refused({"dd", "if=x"}) == "unknown word 'dd': to trace a command put -- before it");
    CHECK(refused({"doctor", "doctor"}).starts_with("unknown word 'doctor'"));
    CHECK(refused({"-"}).starts_with("unknown word '-'"));
    CHECK(refused({""}).starts_with("unknown word ''"));
    CHECK(refused({"--nonsense", "5"}) ==
          "unknown option '--nonsense': 'wbtrace --help' lists what there is");
    CHECK(refused({"-Dx"}).starts_with("unknown option '-x'"));
    CHECK(refused({"--"}).starts_with("there is no command behind --: write wbtrace"));
    CHECK(refused({"doctor", "--", "cmd"}).starts_with("doctor runs no command"));
    CHECK(refused({"--strict=no"}) == "--strict takes no value");
    CHECK(refused({"-m=0"}) == "--milliseconds takes no value");
    CHECK(refused({"-vm=0"}) == "--milliseconds takes no value");
    CHECK(refused({"--user", "a", "--as-root", "--", "x"}).starts_with("--user and --as-root"));
    CHECK(refused({"--as-root"}).starts_with("--as-root is about a command"));
    CHECK(refused({"--settle", "0"}) ==
          "--settle is about a command, and there is none: put -- COMMAND behind the options");
    CHECK(refused({"--duration", "5", "--", "x"}).starts_with("--duration is for tracing the s"));
}

TEST_CASE("INTERVAL and COUNT stand among the options") {
    CHECK(good({"5"}).interval == 5s);
    CHECK_FALSE(good({"5"}).count.has_value());
    CHECK(good({".5", "3"}).interval == 500ms);
    CHECK(good({"-T", "0.1", "-m", "7", "--dev", "sda"}).count == 7U);
    CHECK(good({"-T", "1"}).timestamp);
    CHECK(good({"--duration", "10", "1"}).interval == 1s);
    CHECK_FALSE(good({"--duration", "10"}).interval.has_value());
}

TEST_CASE("an INTERVAL or COUNT that cannot be is refused in one line") {
    CHECK(refused({"0"}) == "INTERVAL: '0' is too short: give at least 0.1 seconds");
    CHECK(refused({"0.099"}).starts_with("INTERVAL: '0.099' is too short"));
    CHECK(refused({"5s"}) == "INTERVAL: '5s' is no number of seconds: write it like 5 or 0.25");
    CHECK(refused({"-1"}) == "'-1' is no INTERVAL: it is below 0");
    CHECK(refused({"-.5", "2"}).starts_with("'-.5' is no INTERVAL"));
    CHECK(refused({"1", "0"}) == "COUNT: 0 shows nothing: give more than 0");
    CHECK(refused({"1", "-3"}).find("-3") != std::string::npos);
    CHECK(refused({"1", "2.5"}) == "COUNT: '2.5' is no whole number");
    CHECK(refused({"1", "x"}) == "COUNT: 'x' is no whole number");
    CHECK(refused({"1", "2", "3"}).starts_with("unknown word '3'"));
    CHECK(refused({"doctor", "1"}).starts_with("unknown word '1'"));
    CHECK(refused({"1", "--", "dd"}) ==
          "INTERVAL is for tracing the system, a command is reported on when it is done: "
          "leave out the number");
}

TEST_CASE("a verb refuses what it has no use for") {
    CHECK(refused({"doctor", "--json", "x"}) == "--json does nothing with doctor: leave it out");
    CHECK(refused({"-v", "doctor"}) == "--verbose does nothing with doctor: leave it out");
    CHECK(refused({"completion", "bash", "-m"}).starts_with("--milliseconds does nothing with c"));
    CHECK(refused({"--version", "--dev", "x"}).starts_with("--dev does nothing with --version"));
    CHECK(refused({"--version", "doctor"}).starts_with("doctor does nothing with --version"));
    CHECK(refused({"--version", "--", "x"}).starts_with("--version runs no command"));
    CHECK(refused({"completion", "csh"}) ==
          "completion does not know 'csh': write wbtrace completion bash|zsh|fish");
    CHECK(refused({"completion"}).starts_with("completion needs one more word"));
    CHECK(refused({"report"}).starts_with("report needs a recording"));
    CHECK(refused({"report", "a", "b"}).starts_with("unknown word 'b'"));
    CHECK(refused({"--keep", "3s"}).starts_with("--record-limit and --keep are about"));
    CHECK(refused({"--record", "a", "--record-limit", "5"}).find("too small") != std::string::npos);
    CHECK(refused({"--record", "-"}).find("standard output") != std::string::npos);
    CHECK(good({"--record", "./-"}).record_file == "./-");
    CHECK(refused({"inspect", "a", "--comm", "x"}).find("--events") != std::string::npos);
    CHECK(good({"inspect", "a", "--comm", "x", "--events"}).events);
    CHECK(refused({"--record", "a", "--json", "a"}).starts_with("--record names the file"));
    CHECK(refused({"report", "a", "--record", "b"}).starts_with("--record does nothing with rep"));
    CHECK(refused({"completion", "bash", "zsh"}).starts_with("unknown word 'zsh'"));
}

TEST_CASE("a flame graph is of a trace, of a recording or of two files") {
    CHECK(good({"flame", "cpu", "--", "x"}).recording.empty());
    CHECK(good({"flame", "offcpu:lock", "a.wbt", "-o", "b"}).recording == "a.wbt");
    CHECK(good({"flame", "--diff", "a", "b"}).compared == Words{"a", "b"});
    CHECK(good({"flame", "--diff", "a", "b"}).flames.empty());
    const Options kind = good({"flame", "io", "--diff", "a", "b"});
    CHECK(kind.compared == Words{"a", "b"});
    CHECK(kind.flames.at(0).what.kind->name == "io");
    CHECK(refused({"flame"}).starts_with("flame needs a KIND"));
    CHECK(refused({"flame", "--diff", "a"}).starts_with("flame --diff needs two files"));
    CHECK(refused({"flame", "a.wbt"}).starts_with("'a.wbt' is no kind of flame graph"));
    CHECK(refused({"flame", "cpu", "a", "b"}).starts_with("unknown word 'b'"));
    CHECK(refused({"flame", "cpu", "a", "--", "x"}).starts_with("a is drawn as it was recorded"));
    CHECK(refused({"flame", "cpu", "a", "--settle", "3"}).find("traces nothing") !=
          std::string::npos);
    CHECK(refused({"flame", "cpu", "a", "--pid", "3"}).starts_with("a is drawn as it was"));
    CHECK(good({"flame", "cpu", "--comm", "dd", "--", "x"}).comms == Words{"dd"});
    CHECK(refused({"flame", "--diff", "a", "b", "--", "x"}).starts_with("--diff compares two"));
    CHECK(refused({"--diff", "--", "x"}) == "--diff does nothing with tracing: leave it out");
}

TEST_CASE("a missing value is named") {
    CHECK(refused({"--dev"}) == "--dev needs a value: write --dev SPEC");
    CHECK(refused({"-vd"}) == "--dev needs a value: write --dev SPEC");
    CHECK(refused({"--json", "--", "cmd"}) ==
          "--json needs a value: write --json FILE; - is stdout");
    CHECK(refused({"top", "--json", "-n", "2"}).starts_with("--json needs a value, not '-n'"));
    CHECK(good({"--json", "-"}).json_file == "-");
    CHECK(refused({"--dev", "--json", "x"}).starts_with("--dev needs a value, not '--json'"));
    CHECK(refused({"--report="}) == "--report needs a value: write --report FILE; - is stdout");
    CHECK(refused({"--user", "", "--", "x"}).starts_with("--user: the value is empty"));
    CHECK(refused({"--dev", "sda,,sdb"}).starts_with("--dev: a name is empty"));
}

TEST_CASE("values that cannot be are refused under the option's name") {
    CHECK(refused({"--duration", "0"}).starts_with("--duration: 0 seconds show nothing"));
    CHECK(refused({"--duration", "-5"}).starts_with("--duration: '-5' is no number of seconds"));
    CHECK(refused({"--settle", "5s"}) ==
          "--settle: '5s' is no number of seconds: write it like 5 or 0.25");
    CHECK(refused({"--buffer", "1K"}).starts_with("--buffer: '1K' is out of range"));
    CHECK(refused({"--color", "red"}).starts_with("--color: 'red' is no choice"));
}

TEST_CASE("hostile bytes of arguments do not reach the terminal") {
    const std::string hostile = "\x1b[2J\n\xff";
    for (const Words& words :
         {Words{hostile}, Words{"--" + hostile}, Words{"--settle", hostile},
          Words{"--buffer", hostile}, Words{"--color", hostile}, Words{"--dev", "--" + hostile}}) {
        CHECK(refused(words).find_first_of("\x1b\n\xff") == std::string::npos);
    }
}

TEST_CASE("a very long value does not fill the screen") {
    const std::string endless(100'000, 'x');
    for (const Words& words :
         {Words{endless}, Words{"--" + endless}, Words{"--settle", endless},
          Words{"--buffer", endless}, Words{"--color", endless}, Words{"--dev", "--" + endless}}) {
        CHECK(refused(words).size() < 200);
    }
}

TEST_CASE("colour is for terminals, unless asked for or refused") {
    CHECK(use_color(Color::automatic, true, nullptr));
    CHECK(use_color(Color::automatic, true, ""));
    CHECK_FALSE(use_color(Color::automatic, true, "1"));
    CHECK_FALSE(use_color(Color::automatic, false, nullptr));
    CHECK(use_color(Color::always, false, "1"));
    CHECK_FALSE(use_color(Color::never, true, nullptr));
}

TEST_CASE("top has its own options, and refuses what is for others") {
    const auto options = good({"top", "--interval", "0.5", "--pane", "waits", "--sort", "stall",
                               "--batch", "-n", "3", "--rows", "7", "--time-budget"});
    CHECK(options.verb == Verb::top);
    CHECK(options.interval == 500ms);
    CHECK(options.pane == top::Pane::waits);
    CHECK(options.sort == "stall");
    CHECK(options.batch);
    CHECK(options.count == 3);
    CHECK(options.rows == 7);
    CHECK(good({"top", "--replay", "x.wbt", "--speed", "0.5"}).speed == 0.5);
    CHECK(refused({"top", "--interval", "0.05"}).find("too short") != std::string::npos);
    CHECK(refused({"top", "--pane", "x"}).find("devices, processes") != std::string::npos);
    CHECK(refused({"top", "--speed", "2"}).find("--replay FILE") != std::string::npos);
    CHECK(refused({"top", "--replay", "x", "--time-budget"}).find("traces nothing") !=
          std::string::npos);
    for (const auto* option : {"--buffer=1M", "--duration=1", "--threads", "--plug-time",
                               "--sync-calls", "--pretend-missing=block_rq_issue"})
        CHECK(refused({"top", "--replay", "x", option}).find("traces nothing") !=
              std::string::npos);
    CHECK(refused({"flame", "dirty", "x.wbt", "--buffer=1M"}).find("traces nothing") !=
          std::string::npos);
    CHECK(good({"top", "--replay", "x", "--dev=sda", "--json=-", "--color=never", "-n", "2"})
              .replayed == "x");
    CHECK(refused({"top", "--replay", "x", "--speed=2", "--batch"}).find("about the page") !=
          std::string::npos);
    CHECK(refused({"top", "--", "true"}).find("runs no command") != std::string::npos);
    CHECK(refused({"top", "--record", "x"}).find("does nothing with top") != std::string::npos);
    CHECK(refused({"--batch"}).find("does nothing with tracing") != std::string::npos);
}

TEST_CASE("compare takes runs, and groups that stand against them") {
    const auto options =
        good({"compare", "a", "b", "--against", "c", "d", "--force", "--against=[e,f]", "g",
              "--metric", "io,write_bw", "--layout", "pair"});
    CHECK(options.verb == Verb::compare);
    CHECK(options.runs == Words{"a", "b"});
    CHECK(options.against == std::vector<Words>{{"c", "d"}, {"[e,f]", "g"}});
    CHECK(options.question.metrics == Words{"io", "write_bw"});
    CHECK(options.layout == compare::Layout::pair);
    CHECK(options.force);
    CHECK(good({"compare", "--by-suffix", "3.3.0,3.3.0-plug+", "x"}).suffixes ==
          Words{"3.3.0", "3.3.0-plug+"});
}

TEST_CASE("what compare cannot do anything with is refused") {
    CHECK(refused({"compare"}) ==
          "compare needs runs: write wbtrace compare BASE... --against NEW...");
    CHECK(refused({"compare", "--against", "c"}) ==
          "compare needs runs: write wbtrace compare BASE... --against NEW...");
    CHECK(refused({"compare", "a", "--against"}) == "--against needs a value: write --against NEW");
    CHECK(refused({"compare", "a", "--against", "--force"}) ==
          "--against needs a value, not '--force': write --against NEW");
    CHECK(refused({"compare", "a", "b"}) ==
          "compare does not know what stands against what: give one of --against, --by-suffix and "
          "--by");
    CHECK(refused({"compare", "a", "--by-suffix", "x,x"}) ==
          "--by-suffix needs two different endings: separate them by a comma");
    CHECK(refused({"compare", "a", "--against", "b", "--layout", "table"}) ==
          "--layout: 'table' is no layout: give one of pair lkp grid series histogram values json "
          "csv markdown");
    CHECK(refused({"compare", "a", "--against", "b", "--test", "t"}) ==
          "--test: 't' is no test: give welch or mann-whitney");
    CHECK(refused({"compare", "a", "--against", "b", "--", "true"}) ==
          "compare runs no command: leave out -- and what follows");
    CHECK(refused({"doctor", "--against", "b"}) ==
          "--against does nothing with doctor: leave it out");
}

TEST_CASE("matrix takes a plan, or restores") {
    const auto options =
        good({"matrix", "plan.toml", "--out", "results", "--label", "6.12-x", "--destroy-data",
              "/dev/sdb", "--destroy-data", "/dev/sdc", "--dry-run"});
    CHECK(options.verb == Verb::matrix);
    CHECK(options.plan_file == "plan.toml");
    CHECK(options.out == "results");
    CHECK(options.label == "6.12-x");
    CHECK(options.destroyed == Words{"/dev/sdb", "/dev/sdc"});
    CHECK(options.dry_run);
    CHECK(good({"matrix", "--restore"}).restore);
    CHECK(good({"matrix", "--restore", "--out", "results"}).out == "results");
}

TEST_CASE("what a matrix cannot do anything with is refused") {
    CHECK(refused({"matrix"}) == "matrix needs a plan: write wbtrace matrix PLAN.toml");
    CHECK(refused({"matrix", "a", "b"}).find("unknown word 'b'") == 0);
    CHECK(refused({"matrix", "--restore", "a"}).find("unknown word 'a'") == 0);
    CHECK(refused({"matrix", "--restore", "--dry-run"}).find("--restore only undoes") == 0);
    CHECK(refused({"matrix", "a", "--", "true"}).find("matrix runs no command") == 0);
    CHECK(refused({"matrix", "a", "--json", "x"}).find("--json does nothing with matrix") == 0);
    CHECK(refused({"--label", "x", "--", "true"}).find("--label does nothing with tracing") == 0);
}
