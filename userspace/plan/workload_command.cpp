// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "plan/workload_command.h"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace wbtrace::plan {

namespace {

// $1 bytes, $2 seconds or nothing, then a path and an offset for each writer. With seconds a writer
// begins again when it is done, and `timeout` ends it with 124. Ctrl-C does not reach what a shell
// runs in the background, so it is passed on.
constexpr const char* dd_script = R"(bytes=$1 seconds=$2 pids='' failed=0
shift 2
write() {
    dd if=/dev/zero of="$1" seek="$2" oflag=seek_bytes bs=1M count="$bytes" \
        iflag=count_bytes conv=notrunc,fsync status=none
}
write_for_a_time() {
    timeout "$seconds" sh -c 'while dd if=/dev/zero of="$1" seek="$2" oflag=seek_bytes bs=1M \
        count="$3" iflag=count_bytes conv=notrunc,fsync status=none; do :; done; exit 1' \
        sh "$1" "$2" "$bytes"
    [ "$?" = 124 ]
}
trap 'kill $pids 2>/dev/null; exit 143' INT TERM HUP
while [ "$#" -gt 0 ]; do
    if [ -n "$seconds" ]; then write_for_a_time "$1" "$2" & else write "$1" "$2" & fi
    pids="$pids $!"
    shift 2
done
for pid in $pids; do wait "$pid" || failed=1; done
exit "$failed")";

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const auto& word : words) text += (text.empty() ? "" : ":") + word;
    return text;
}

std::string number_or_nothing(const std::optional<std::uint64_t>& value) {
    return value ? fmt::format("{}", *value) : std::string();
}

using Values = std::array<std::pair<std::string_view, std::string>, 5>;

Values values_of(const Workload& workload, const Case& one, const Places& places) {
    return {{{"{dir}", joined(places.folders)},
             {"{dev}", joined(places.devices)},
             {"{writers}", fmt::format("{}", one.writers)},
             {"{bytes}", number_or_nothing(workload.bytes)},
             {"{seconds}", number_or_nothing(workload.seconds)}}};
}

/// The value whose name the text has at this place, or null.
const std::pair<std::string_view, std::string>* value_at(std::string_view text, std::size_t at,
                                                         const Values& values) {
    if (at > 0 && text[at - 1] == '$') return nullptr;
    for (const auto& value : values)
        if (text.substr(at).starts_with(value.first)) return &value;
    return nullptr;
}

std::vector<std::string> dd_command(const Workload& workload, const Case& one,
                                    const Places& places) {
    const std::uint64_t bytes = workload.bytes.value_or(0);
    std::vector<std::string> words{"sh",
                                   "-c",
                                   dd_script,
                                   "dd-writers",
                                   fmt::format("{}", bytes),
                                   number_or_nothing(workload.seconds)};
    for (unsigned i = 0; i < one.writers; ++i) {
        const bool raw = places.folders.empty();
        const auto& targets = raw ? places.devices : places.folders;
        const auto& target = targets[i % targets.size()];
        words.push_back(raw ? target : fmt::format("{}/writer-{}", target, i + 1));
        words.push_back(fmt::format("{}", raw ? i / targets.size() * bytes : 0));
    }
    return words;
}

std::vector<std::string> fio_command(const Places& places) {
    return {"fio", "--output-format=json", "--output=" + places.output + "/fio.json",
            places.output + "/job.fio"};
}

std::vector<std::string> own_command(const Workload& workload, const Case& one,
                                     const Places& places) {
    std::vector<std::string> words;
    for (const auto& word : workload.command) {
        if (word == "{dir}")
            words.insert(words.end(), places.folders.begin(), places.folders.end());
        else if (word == "{dev}")
            words.insert(words.end(), places.devices.begin(), places.devices.end());
        else
            words.push_back(expanded(word, workload, one, places));
    }
    return words;
}

}  // namespace

bool mentions(std::string_view text, std::string_view placeholder) {
    const auto whole = fmt::format("{{{}}}", placeholder);
    for (auto at = text.find(whole); at != text.npos; at = text.find(whole, at + 1))
        if (at == 0 || text[at - 1] != '$') return true;
    return false;
}

std::string expanded(std::string_view text, const Workload& workload, const Case& one,
                     const Places& places) {
    const auto values = values_of(workload, one, places);
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const auto* value = text[at] == '{' ? value_at(text, at, values) : nullptr;
        if (value != nullptr) {
            result += value->second;
            at += value->first.size();
        } else {
            result += text[at++];
        }
    }
    return result;
}

std::vector<std::string> command_of(const Workload& workload, const Case& one,
                                    const Places& places) {
    switch (workload.kind) {
    case Workload::Kind::dd: return dd_command(workload, one, places);
    case Workload::Kind::fio: return fio_command(places);
    case Workload::Kind::command: break;
    }
    return own_command(workload, one, places);
}

}  // namespace wbtrace::plan
