// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "run_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

#include "base/printable.h"
#include "compare/read_run.h"
#include "input_file.h"
#include "recording/recording.h"
#include "replay.h"
#include "views/json_report.h"

namespace wbtrace {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_document = 512U << 20;
constexpr std::uintmax_t most_numbers = 1U << 20;  // of one file; all else is no metric

Result<std::string> report_of_recording(const std::string& path) {
    auto recording = recording::Recording::open(path);
    if (!recording) return tl::unexpected(recording.error());
    Replay replay({}, *recording);
    const auto whole = replay.run([](const auto&, const auto&) { return true; });
    if (!whole) return tl::unexpected(whole.error());
    return views::json_report(*whole);
}

/// What a command says, or a report for people, is no metric even if it is a number.
bool is_talk(const std::string& file) {
    return file == "stdout" || file == "stderr" || file == "report.txt";
}

/// A case of a matrix has a file that says so.
Result<compare::Run> run_of_files(const std::string& path, std::map<std::string, std::string> files,
                                  std::span<const std::string> paths) {
    const auto record = files.find("case.json");
    if (record == files.end()) return compare::run_from_files(path, files);
    compare::CaseFiles of_case;
    of_case.record = std::move(record->second);
    std::error_code unknown;
    if (const auto report = path + "/report.json"; fs::exists(report, unknown)) {
        auto text = read_text(report, most_document);
        if (!text) return tl::unexpected(text.error());
        of_case.report = std::move(*text);
    }
    for (auto& [name, text] : files)
        if (!is_talk(name)) of_case.rest[name] = std::move(text);
    return compare::run_from_case(path, of_case, paths);
}

Result<compare::Run> run_from_folder(const std::string& path, std::span<const std::string> paths) {
    std::map<std::string, std::string> files;
    std::error_code error;
    for (fs::directory_iterator entry(path, error), end; !error && entry != end;
         entry.increment(error)) {
        std::error_code unknown;
        // Those of the kernel seem empty, and some wait for events.
        if (!entry->is_regular_file(unknown) || entry->file_size(unknown) == 0 ||
            entry->file_size(unknown) > most_numbers)
            continue;
        auto text = read_text(entry->path().string(), most_numbers);
        if (!text) return tl::unexpected(text.error());
        files[entry->path().filename().string()] = std::move(*text);
    }
    if (error) return fail(fmt::format("cannot read {}: {}", brief(path), error.message()));
    return run_of_files(path, std::move(files), paths);
}

}  // namespace

Result<compare::Run> read_run(std::string path, std::span<const std::string> paths,
                              std::span<const std::string> disks) {
    // As a shell completes a folder.
    while (path.size() > 1 && path.ends_with('/')) path.pop_back();
    std::error_code unknown;
    if (fs::is_directory(path, unknown)) return run_from_folder(path, paths);
    auto text = is_recording(path) ? report_of_recording(path) : read_text(path, most_document);
    if (!text) return tl::unexpected(text.error());
    return compare::run_from_json(std::move(path), *text, paths, disks);
}

}  // namespace wbtrace
