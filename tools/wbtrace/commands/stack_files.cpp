// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "commands/stack_files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "analysis/named_stacks.h"
#include "base/file_claim.h"
#include "base/printable.h"
#include "commands/pictures.h"
#include "flame/folded.h"
#include "input_file.h"
#include "recording/recording.h"

namespace wbtrace {

namespace {

// Hundreds of times what flame graphs take; what has no end is none.
constexpr std::size_t most_text = 512U << 20;

/// Those that were named when it was made, else what its facts tell.
Result<model::NamedStacks> stacks_of(recording::Recording& recording,
                                     const analysis::CutFacts& end) {
    auto kept = recording.stacks();
    if (!kept) return tl::unexpected(kept.error());
    if (*kept) return std::move(**kept);
    return analysis::stacks_of_facts(end, recording.start().jiffies_per_second);
}

std::string remedy_for_kind(const flame::Wish& wish) {
    if (wish.kind->stacks == model::StackKind::wait)
        return "record a command, or the system with --time-budget";
    return fmt::format("record it with --flame {}=FILE, too", wish.kind->name);
}

Result<flame::StackTable> drawn(recording::Recording& recording, const flame::Wish& asked) {
    const auto end = recording.end();
    if (!end)
        return fail("it was not ended, and its stacks are written then",
                    "end wbtrace by Ctrl-C, SIGTERM or --duration");
    auto stacks = stacks_of(recording, *end);
    if (!stacks) return tl::unexpected(stacks.error());
    // What was not followed as asked must not be taken for what the kernel does not tell.
    if ((stacks->kinds & bit_of(asked.kind->stacks)) == 0)
        return fail(fmt::format("it holds no stacks of '{}'", asked.kind->name),
                    remedy_for_kind(asked));
    if (!stacks->user_frames)
        stacks->notes.emplace_back(
            "functions of programs are not in it: record it with --flame, too, to have them");
    if (recording.begins_late())
        stacks->notes.emplace_back("of the whole trace, not only of the part that was kept");
    const auto wish = as_can_be_had(asked, end->capture.probes);
    return picture_of(*stacks, wish, {recording.start().command, recording.start().options});
}

}  // namespace

/// What is no regular file is not even opened: a FIFO's writer would take us for its reader.
UniqueFd held_file(const std::string& path) {
    struct stat about {};
    if (::stat(path.c_str(), &about) != 0 || !S_ISREG(about.st_mode)) return {};
    UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (file.valid()) (void)claim_file(file.get(), path, FileUse::read);
    return file;
}

Result<flame::StackTable> table_of_recording(const std::string& path, const flame::Wish& wish) {
    auto recording = recording::Recording::open(path);
    if (!recording) return tl::unexpected(recording.error());
    auto table = drawn(*recording, wish);
    if (!table) table.error().what = fmt::format("{}: {}", brief(path), table.error().what);
    return table;
}

Result<flame::StackTable> table_of_file(const std::string& path,
                                        const std::optional<flame::Wish>& wish) {
    if (is_recording(path)) {
        if (wish) return table_of_recording(path, *wish);
        return fail(fmt::format("{} is a recording, of which no KIND is said", brief(path)),
                    "write wbtrace flame --diff KIND BASE NEW");
    }
    const auto text = read_text(path, most_text);
    if (!text) return tl::unexpected(text.error());
    auto table = flame::from_folded(*text);
    if (!table) table.error().what = fmt::format("{}: {}", brief(path), table.error().what);
    return table;
}

}  // namespace wbtrace
