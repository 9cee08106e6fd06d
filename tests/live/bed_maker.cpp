// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// bed_maker OUT [OPTION...] -- COMMAND...: runs a command on a bed and takes it down; the command
//     finds DEV, DEVICES and DIRS in its environment. Exit status 77 for an impossible case.
// bed_maker --restore OUT: undoes what killed ones have left.
// bed_maker --check LISTED... -- CONFIRMED...: may these devices be overwritten?
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "plan/axis_words.h"
#include "testbed/bed.h"

namespace {

using namespace wbtrace;
using Words = std::vector<std::string>;

struct Wish {
    std::string out;
    plan::Case wanted;
    plan::DevicePool pool;
    bool die = false;  ///< as by kill -9, when the bed is made
    Words command;
};

int complain(const Error& error) {
    std::fprintf(stderr, "bed_maker: %s%s%s\n", error.what.c_str(),
                 error.remedy.empty() ? "" : "; ", error.remedy.c_str());
    return 1;
}

int tell(const testbed::UndoReport& report) {
    for (const std::string& line : report.left) std::fprintf(stderr, "left: %s\n", line.c_str());
    for (const std::string& line : report.failed)
        std::fprintf(stderr, "failed: %s\n", line.c_str());
    return report.ok() ? 0 : 1;
}

void take_option(Wish& wish, const std::string& name, const std::string& value) {
    plan::Case& wanted = wish.wanted;
    if (name == "--layout")
        wanted.layout = plan::layout_from(value).value();
    else if (name == "--fs")
        wanted.fs = {value, value};
    else if (name == "--mkfs")
        wanted.fs.mkfs_options.push_back(value);
    else if (name == "--mount")
        wanted.fs.mount_options = value;
    else if (name == "--dirty")
        wanted.dirty = plan::dirty_from(value).value();
    else if (name == "--block-size")
        wanted.block_size = std::stoul(value);
    else if (name == "--drop-caches")
        wanted.drop_caches = value == "yes";
    else if (name == "--queue")
        wanted.queue.push_back(
            {value.substr(0, value.find('=')), value.substr(value.find('=') + 1)});
    else if (name == "--real")
        wish.pool.real.push_back(value);
    else if (name == "--loop-mib")
        wish.pool.loop_bytes = std::stoull(value) << 20U;
    else if (name == "--folder")
        wish.pool.loop_folder = value;
    else if (name == "--die")
        wish.die = value == "yes";
    else
        ::exit(complain({"unknown option " + name}));
}

Wish wish_of(const Words& words) {
    Wish wish;
    wish.out = words.at(0);
    wish.wanted.layout = plan::layout_from("single").value();
    wish.wanted.fs = {"raw", "raw"};
    std::size_t at = 1;
    for (; at + 1 < words.size() && words[at] != "--"; at += 2)
        take_option(wish, words[at], words[at + 1]);
    if (at < words.size())
        wish.command.assign(words.begin() + static_cast<std::ptrdiff_t>(at) + 1, words.end());
    return wish;
}

std::string joined(const Words& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    return text;
}

int run_on(const testbed::Bed& bed, Words command) {
    ::setenv("DEV", bed.device_path().c_str(), 1);
    ::setenv("DEVICES", joined(bed.devices()).c_str(), 1);
    ::setenv("DIRS", joined(bed.folders()).c_str(), 1);
    std::vector<char*> argv;
    for (std::string& word : command) argv.push_back(word.data());
    argv.push_back(nullptr);
    const pid_t child = ::fork();
    if (child == 0) {
        ::execvp(argv[0], argv.data());
        ::_exit(127);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int make(const Words& words) {
    const Wish wish = wish_of(words);
    auto journal = testbed::UndoJournal::begin(wish.out);
    if (!journal) return complain(journal.error());
    auto made = testbed::Bed::build(wish.wanted, wish.pool, *journal);
    int status = 0;
    if (!made) {
        status = complain(made.error());
    } else if (const auto* skip = std::get_if<testbed::Skip>(&*made)) {
        std::printf("skip: %s\n", skip->reason.c_str());
        status = 77;
    } else {
        auto& bed = std::get<testbed::Bed>(*made);
        if (wish.die) ::kill(::getpid(), SIGKILL);
        status = run_on(bed, wish.command);
        if (tell(bed.take_down(*journal)) != 0) status = 1;
    }
    return tell(journal->finish()) != 0 ? 1 : status;
}

int restore(const Words& words) {
    const auto restored = testbed::restore_unfinished(words.at(1));
    if (!restored) return complain(restored.error());
    std::printf("%zu journals, %zu undone\n", restored->journals.size(), restored->undo.undone);
    return tell(restored->undo);
}

int check(const Words& words) {
    Words listed;
    Words confirmed;
    Words* list = &listed;
    for (std::size_t i = 1; i < words.size(); ++i) {
        if (words[i] == "--")
            list = &confirmed;
        else
            list->push_back(words[i]);
    }
    const auto checked = testbed::check_real_devices(listed, confirmed);
    return checked ? 0 : complain(checked.error());
}

}  // namespace

int main(int argc, char** argv) {
    const Words words(argv + 1, argv + argc);
    if (words.empty()) return complain({"see the head of bed_maker.cpp"});
    if (words[0] == "--restore") return restore(words);
    if (words[0] == "--check") return check(words);
    return make(words);
}
