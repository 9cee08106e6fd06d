// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

/// A folder of the test's own, removed with it.
class ScratchFolder {
public:
    ScratchFolder() : path_(::mkdtemp(std::string("/tmp/wbtrace-unit-XXXXXX").data())) {
        ::chmod(path_.c_str(), 0755);
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    ~ScratchFolder() { std::filesystem::remove_all(path_); }

    [[nodiscard]] const std::string& path() const { return path_; }
    std::string write(const std::string& name, const std::string& text) const {
        std::ofstream(path_ + "/" + name) << text;
        return path_ + "/" + name;
    }

private:
    std::string path_;
};

inline std::string read_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Whether it comes true within ten seconds.
template <typename Condition>
bool eventually(const Condition& condition) {
    for (int i = 0; i < 1000; ++i) {
        if (condition()) return true;
        ::usleep(10'000);
    }
    return false;
}
