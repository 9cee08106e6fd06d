// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// A program that the test builds itself, in the states that binaries come in.
#include "symbols/frame_names.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "symbols/demangle.h"
#include "symbols/proc_maps.h"
#include "tests/catch.h"

using namespace wbtrace;
using namespace wbtrace::symbols;

namespace {

constexpr auto innermost = FrameNames::Position::innermost;
constexpr auto caller = FrameNames::Position::caller;

constexpr const char* source = R"(
namespace farm {
template <typename T> struct Plough {
    __attribute__((noinline)) long furrow(T depth) const { return depth * step; }
    long step;
};
struct Barn { static long open(int doors); };
__attribute__((noinline)) long Barn::open(int doors) { return Plough<long>{doors}.furrow(3); }
}
extern "C" long exported(int n) { return farm::Barn::open(n); }
int main(int argc, char**) { return static_cast<int>(exported(argc)); }
)";

/// Outputs of a command, "" when it fails.
std::string output_of(const std::string& command) {
    std::string text;
    FILE* pipe = ::popen(("(" + command + ") 2>/dev/null").c_str(), "r");
    if (pipe == nullptr) return text;
    for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) text += static_cast<char>(c);
    return ::pclose(pipe) == 0 ? text : std::string{};
}

class Program {
public:
    Program() : folder_(::mkdtemp(std::string("/tmp/wbtrace-unit-XXXXXX").data())) {
        std::ofstream(folder_ + "/farm.cpp") << source;
        built_ = run("c++ -g -O1 -rdynamic -o @/farm @/farm.cpp");
    }
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;
    ~Program() { std::filesystem::remove_all(folder_); }

    [[nodiscard]] bool built() const { return built_; }
    [[nodiscard]] const std::string& folder() const { return folder_; }

    /// A shell command in which @ is the folder.
    [[nodiscard]] bool run(std::string command) const {
        for (auto at = command.find('@'); at != command.npos; at = command.find('@', at))
            command.replace(at, 1, folder_);
        return std::system(("(" + command + ") >/dev/null 2>&1").c_str()) == 0;
    }

    /// Where a symbol of the program as it was built is, from nm(1).
    [[nodiscard]] std::uint64_t address_of(const std::string& symbol) const {
        const auto line = output_of("nm " + folder_ + "/farm | grep -w " + symbol);
        return line.empty() ? 0 : std::stoull(line, nullptr, 16);
    }

    /// As if it were mapped where its addresses are the file's own.
    [[nodiscard]] AddressSpaces loaded() const {
        const auto path = folder_ + "/farm";
        struct stat found {};
        REQUIRE(::stat(path.c_str(), &found) == 0);
        AddressSpaces spaces;
        spaces.execed(1, "farm", 1);
        spaces.mapped(
            1,
            {0, 1U << 30U, 0, {::major(found.st_dev), ::minor(found.st_dev), found.st_ino}, path},
            1);
        return spaces;
    }

private:
    std::string folder_;
    bool built_ = false;
};

constexpr const char* open_symbol = "_ZN4farm4Barn4openEi";

std::string name_at(const Program& program, std::uint64_t address, DebugFolders folders = {}) {
    folders.debug = program.folder() + "/debug";
    FrameNames names({}, program.loaded(), Binaries(folders));
    return names.user(1, 1, address, innermost);
}

}  // namespace

TEST_CASE("symbols are demangled, without parameters") {
    CHECK(demangled(open_symbol) == "farm::Barn::open");
    CHECK(demangled("_ZNK4farm6PloughIlE6furrowEl") == "farm::Plough<long>::furrow");
    CHECK(demangled("_ZSt4sortIPiEvT_S1_") == "std::sort<int*>");
    CHECK(demangled("_RNvCs1234_7mycrate3foo") == "mycrate::foo");
    CHECK(demangled("write") == "write");
    CHECK(demangled("_Z") == "_Z");
    CHECK(demangled("") == "");
}

TEST_CASE("functions of a program have names, stripped or not") {
    const Program program;
    if (!program.built()) {
        WARN("no C++ compiler here: not tested");
        return;
    }
    const auto open = program.address_of(open_symbol);
    REQUIRE(open != 0);

    SECTION("from its own symbols") {
        CHECK(name_at(program, open) == "farm::Barn::open");
        CHECK(name_at(program, open + 1) == "farm::Barn::open");
        CHECK(name_at(program, program.address_of("_ZNK4farm6PloughIlE6furrowEl")) ==
              "farm::Plough<long>::furrow");
    }
    SECTION("where a call returns to is behind the call") {
        FrameNames names({}, program.loaded(), Binaries({}));
        const auto next = program.address_of("exported");
        CHECK(names.user(1, 1, next, innermost) == "exported");
        CHECK(names.user(1, 1, next, caller) != "exported");
    }
    SECTION("stripped it still has what it exports, and the rest has addresses") {
        REQUIRE(program.run("strip @/farm && objcopy --remove-section .gnu_debuglink @/farm"));
        CHECK(name_at(program, 0x10) == "[farm+0x10]");
        CHECK(name_at(program, open) == "farm::Barn::open");
    }
    SECTION("what it does not export is an address") {
        REQUIRE(program.run("c++ -O1 -o @/farm @/farm.cpp"));
        const auto place = program.address_of(open_symbol);
        REQUIRE(program.run("strip @/farm"));
        CHECK(name_at(program, place).find("[farm+0x") == 0);
    }
    SECTION("from a debug file beside it, when it is the right one") {
        REQUIRE(program.run("c++ -O1 -Wl,--build-id=none -o @/farm @/farm.cpp"));
        const auto place = program.address_of(open_symbol);
        REQUIRE(
            program.run("objcopy --only-keep-debug @/farm @/farm.debug && strip @/farm && "
                        "objcopy --add-gnu-debuglink=@/farm.debug @/farm"));
        CHECK(name_at(program, place) == "farm::Barn::open");
        REQUIRE(program.run("mkdir @/.debug && mv @/farm.debug @/.debug"));
        CHECK(name_at(program, place) == "farm::Barn::open");
        REQUIRE(program.run("echo changed | tee -a @/.debug/farm.debug"));
        CHECK(name_at(program, place).find("[farm+0x") == 0);
    }
    SECTION("from a folder of debug files, by build id") {
        const std::string id = "0123456789abcdef0123456789abcdef01234567";
        REQUIRE(program.run("c++ -O1 -Wl,--build-id=0x" + id + " -o @/farm @/farm.cpp"));
        const auto place = program.address_of(open_symbol);
        REQUIRE(program.run("objcopy --only-keep-debug @/farm @/whole && strip @/farm"));
        CHECK(name_at(program, place).find("[farm+0x") == 0);
        DebugFolders folders;
        SECTION("of a distribution") {
            const auto to = "@/debug/.build-id/01/" + id.substr(2) + ".debug";
            REQUIRE(program.run("mkdir -p @/debug/.build-id/01 && mv @/whole " + to));
        }
        SECTION("of a cache") {
            folders.debuginfod = program.folder() + "/cache";
            REQUIRE(program.run("mkdir -p @/cache/" + id));
            REQUIRE(program.run("mv @/whole @/cache/" + id + "/debuginfo"));
        }
        CHECK(name_at(program, place, folders) == "farm::Barn::open");
    }
    SECTION("a file that was seen can be removed, one that was replaced is another") {
        auto spaces = program.loaded();
        Binaries binaries({});
        binaries.keep(0, spaces.files()[0]);
        REQUIRE(program.run("rm @/farm && touch @/farm"));
        FrameNames names({}, spaces, std::move(binaries));
        CHECK(names.user(1, 1, open, innermost) == "farm::Barn::open");
        FrameNames late({}, std::move(spaces), Binaries({}));
        CHECK(late.user(1, 1, open, innermost).find("[farm+0x") == 0);
    }
}

TEST_CASE("what is not known is said to be so") {
    FrameNames names({}, {}, Binaries({}));
    CHECK(names.user(1, 1, 0x1234, innermost) == "[unknown]");
    CHECK(names.kernel(0xffffffff81000000, innermost) == "[unknown]");
    AddressSpaces spaces;
    spaces.mapped(1, {0x1000, 0x2000, 0, {}, "//anon"}, 1);
    spaces.mapped(1, {0x3000, 0x4000, 0, {}, "[vdso]"}, 1);
    spaces.mapped(1, {0x5000, 0x6000, 0, {0, 9, 9}, "/no/such file; (deleted)"}, 1);
    FrameNames some({}, std::move(spaces), Binaries({}));
    CHECK(some.user(1, 1, 0x1234, innermost) == "[anon]");
    CHECK(some.user(1, 1, 0x3010, innermost) == "[vdso+0x10]");
    CHECK(some.user(1, 1, 0x5010, innermost) == "[such file;+0x10]");
}

TEST_CASE("the functions of this very process are found") {
    AddressSpaces spaces;
    read_running("/", spaces);
    FrameNames names({}, std::move(spaces), Binaries({}));
    const auto own = static_cast<std::uint32_t>(::getpid());
    const auto write_address = reinterpret_cast<std::uint64_t>(&::write);
    CHECK(names.user(own, 2, write_address + 1, innermost) == "write");
    CHECK_FALSE(names.process(own, 2).empty());
}
