// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/golden/expected_files.h"

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>

namespace wbtrace::golden {

namespace fs = std::filesystem;

namespace {

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

}  // namespace

ExpectedFiles::ExpectedFiles(fs::path directory, bool update, std::string program)
    : directory_(std::move(directory)), update_(update), program_(std::move(program)) {}

void ExpectedFiles::compare(const std::string& name, const std::string& found) {
    seen_.insert(name);
    const auto path = directory_ / name;
    if (update_) std::ofstream(path, std::ios::binary) << found;
    if (!fs::exists(path)) return fail("missing: " + path.string());
    const auto expected = content_of(path);
    if (expected == found) return;
    fail("differs: " + path.string() + " (" + program_ + " --update rewrites it)");
    print_first_difference(expected, found);
}

void ExpectedFiles::report(const std::string& about, const std::vector<std::string>& problems) {
    for (const auto& problem : problems) fail(about + ": " + problem);
}

void ExpectedFiles::check_no_stale_files() {
    for (const auto& entry : fs::directory_iterator(directory_)) {
        if (!seen_.contains(entry.path().filename().string())) {
            fail("no case for " + entry.path().string());
        }
    }
}

int ExpectedFiles::end() {
    check_no_stale_files();
    std::cout << seen_.size() << " files, " << failures_ << " failures\n";
    return failures_ == 0 ? 0 : 1;
}

void ExpectedFiles::fail(const std::string& what) {
    std::cout << "FAIL " << what << "\n";
    ++failures_;
}

ExpectedFiles expected_files(int argc, char** argv, const std::string& program) {
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
        std::cerr << "usage: " << program << " [--update] DIRECTORY\n";
        std::exit(2);
    }
    return {directory, update, program};
}

}  // namespace wbtrace::golden
