// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace wbtrace::golden {

/// A folder of files that hold what a writer is expected to write.
class ExpectedFiles {
public:
    /// With `update` the files are rewritten instead; `program` is named by the remedy.
    ExpectedFiles(std::filesystem::path directory, bool update, std::string program);

    void compare(const std::string& name, const std::string& found);
    /// Each problem is a failure.
    void report(const std::string& about, const std::vector<std::string>& problems);
    /// Says how many failed, files without a case among them; the exit status.
    int end();

private:
    /// A file whose case is gone would never be compared again.
    void check_no_stale_files();
    void fail(const std::string& what);

    std::filesystem::path directory_;
    bool update_;
    std::string program_;
    std::set<std::string> seen_;
    int failures_ = 0;
};

/// [--update] DIRECTORY; says how it is used and exits when that is not what was given.
ExpectedFiles expected_files(int argc, char** argv, const std::string& program);

}  // namespace wbtrace::golden
