// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "commands/export_files.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/printable.h"

namespace wbtrace {

exports::Write ExportFiles::open(const std::string& path) {
    if (!state_) return [](std::string_view) {};
    auto opened = Output::to_file(path);
    if (!opened) {
        state_ = tl::unexpected(opened.error());
        return [](std::string_view) {};
    }
    Output* file = files_.emplace_back(std::make_unique<Output>(std::move(*opened))).get();
    return [this, file](std::string_view text) {
        if (state_ && !file->reader_gone()) state_ = file->write(text);
    };
}

exports::Write ExportFiles::open_in(const std::string& folder, const std::string& name) {
    if (state_ && ::mkdir(folder.c_str(), 0777) != 0 && errno != EEXIST)
        state_ = fail(fmt::format("cannot make {}: {}", brief(folder), std::strerror(errno)),
                      "name a folder that is there, or may be made");
    return open(folder + "/" + name);
}

}  // namespace wbtrace
