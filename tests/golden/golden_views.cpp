// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Compares the views of every snapshot with the files under expected/.
//   golden_views [--update] DIRECTORY
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>
#include <sstream>

#include "tests/golden/page_rules.h"
#include "tests/golden/snapshots.h"
#include "views/json_report.h"
#include "views/text_report.h"

namespace {

namespace fs = std::filesystem;
using wbtrace::golden::Case;

std::string content_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream content;
    content << file.rdbuf();
    return content.str();
}

void print_first_difference(const std::string& expected, const std::string& found) {
    std::istringstream left(expected);
    std::istringstream right(found);
    std::string a;
    std::string b;
    for (int line = 1; left || right; ++line) {
        if (!std::getline(left, a)) a = "(end of file)";
        if (!std::getline(right, b)) b = "(end of report)";
        if (a == b) continue;
        std::cout << "  line " << line << "\n  - " << a << "\n  + " << b << "\n";
        return;
    }
}

class Golden {
public:
    Golden(fs::path directory, bool update) : directory_(std::move(directory)), update_(update) {}

    void check(const Case& one) {
        const auto text = wbtrace::views::text_report(one.snapshot, one.options);
        const auto json = wbtrace::views::json_report(one.snapshot);
        compare(one.name + ".txt", text);
        if (one.with_json) compare(one.name + ".json", json);
        report(one.name, wbtrace::golden::broken_page_rules(text));
        report(one.name + ": not in the text", wbtrace::golden::disagreements(text, json));
    }

    /// A file whose case is gone would never be compared again.
    void check_no_stale_files() {
        for (const auto& entry : fs::directory_iterator(directory_)) {
            if (!seen_.contains(entry.path().filename().string())) {
                fail("no case for " + entry.path().string());
            }
        }
    }

    [[nodiscard]] int failures() const { return failures_; }
    [[nodiscard]] std::size_t files() const { return seen_.size(); }

private:
    void compare(const std::string& name, const std::string& found) {
        seen_.insert(name);
        const auto path = directory_ / name;
        if (update_) std::ofstream(path, std::ios::binary) << found;
        if (!fs::exists(path)) return fail("missing: " + path.string());
        const auto expected = content_of(path);
        if (expected == found) return;
        fail("differs: " + path.string() + " (golden_views --update rewrites it)");
        print_first_difference(expected, found);
    }

    void report(const std::string& about, const std::vector<std::string>& problems) {
        for (const auto& problem : problems) fail(about + ": " + problem);
    }

    void fail(const std::string& what) {
        std::cout << "FAIL " << what << "\n";
        ++failures_;
    }

    fs::path directory_;
    bool update_;
    std::set<std::string> seen_;
    int failures_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
    bool update = std::getenv("WBTRACE_GOLDEN_UPDATE") != nullptr;
    fs::path directory;
    for (const auto& argument : std::vector<std::string>(argv + 1, argv + argc)) {
        if (argument == "--update") {
            update = true;
        } else {
            directory = argument;
        }
    }
    if (!fs::is_directory(directory)) {
        std::cerr << "usage: golden_views [--update] DIRECTORY\n";
        return 2;
    }
    Golden golden(directory, update);
    for (const auto& one : wbtrace::golden::cases()) golden.check(one);
    golden.check_no_stale_files();
    std::cout << golden.files() << " files, " << golden.failures() << " failures\n";
    return golden.failures() == 0 ? 0 : 1;
}
