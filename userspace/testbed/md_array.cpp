// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "testbed/md_array.h"

#include <unistd.h>

#include <fmt/format.h>

#include "base/printable.h"
#include "testbed/fresh_name.h"
#include "testbed/patience.h"
#include "testbed/tool.h"

namespace wbtrace::testbed {
namespace {

using Node = std::variant<std::string, Skip>;

/// From above, as mdadm does it: distributions number theirs from there, people from 0.
std::optional<std::string> free_node() {
    for (int number = 127; number >= 0; --number) {
        if (::access(fmt::format("/sys/block/md{}", number).c_str(), F_OK) != 0)
            return fmt::format("/dev/md{}", number);
    }
    return std::nullopt;
}

/// MD_UUID=... in what mdadm exports.
bool names_uuid(const std::string& exported, const std::string& uuid) {
    const std::string line = "\nMD_UUID=" + uuid + "\n";
    return ("\n" + exported + "\n").find(line) != std::string::npos;
}

/// mdadm's form: 8:8:8:8 digits.
std::string array_uuid() {
    const std::string digits = fresh_name() + fresh_name();
    return fmt::format("{}:{}:{}:{}", digits.substr(0, 8), digits.substr(8, 8),
                       digits.substr(16, 8), digits.substr(24));
}

bool has_uuid(const char* mode, const std::string& node, const std::string& uuid) {
    const auto exported = run_tool({"mdadm", mode, "--export", node});
    return exported && names_uuid(*exported, uuid);
}

}  // namespace

std::vector<std::string> create_words(const plan::Layout& layout,
                                      const std::vector<std::string>& members, unsigned chunk_kib,
                                      const std::string& node, const std::string& uuid) {
    std::vector<std::string> words{"mdadm",
                                   "--create",
                                   node,
                                   "--run",
                                   "--quiet",
                                   "--metadata=1.2",
                                   "--level=" + layout.level,
                                   fmt::format("--raid-devices={}", members.size()),
                                   "--uuid=" + uuid,
                                   "--homehost=any",
                                   "--assume-clean"};
    if (layout.level != "raid1") words.push_back(fmt::format("--chunk={}", chunk_kib));
    if (!layout.arrangement.empty()) words.push_back("--layout=" + layout.arrangement);
    // A bitmap is written to while data is: mdadm would choose by the size of the devices.
    if (layout.level != "raid0") words.emplace_back("--bitmap=none");
    words.insert(words.end(), members.begin(), members.end());
    return words;
}

Result<Node> make_array(const plan::Layout& layout, const std::vector<std::string>& members,
                        unsigned chunk_kib, UndoJournal& journal) {
    const auto node = free_node();
    if (!node) return Node(Skip{"all md devices, md0 to md127, are in use"});
    const std::string uuid = array_uuid();
    for (const std::string& member : members) {
        if (auto noted = journal.note({UndoKind::superblock, {member, uuid}}); !noted)
            return tl::unexpected(noted.error());
    }
    if (auto noted = journal.note({UndoKind::array, {*node, uuid}}); !noted)
        return tl::unexpected(noted.error());
    auto made = run_tool(create_words(layout, members, chunk_kib, *node, uuid));
    if (!made) return tl::unexpected(made.error());
    if (!wait_for([&] { return ::access(node->c_str(), F_OK) == 0; }))
        return fail(*node + " does not come, although mdadm has made it");
    return Node(*node);
}

Result<void> stop_array(const std::string& node, const std::string& uuid) {
    if (::access(node.c_str(), F_OK) != 0 || !has_uuid("--detail", node, uuid)) return {};
    Result<std::string> stopped = fail("");
    wait_for([&] {
        stopped = run_tool({"mdadm", "--quiet", "--stop", node});
        return stopped.has_value();
    });
    if (!stopped) return fail("cannot stop " + node + ": " + stopped.error().what);
    return {};
}

Result<void> zero_superblock(const std::string& node, const std::string& uuid) {
    if (::access(node.c_str(), F_OK) != 0 || !has_uuid("--examine", node, uuid)) return {};
    auto zeroed = run_tool({"mdadm", "--quiet", "--zero-superblock", node});
    if (!zeroed) return tl::unexpected(zeroed.error());
    return {};
}

}  // namespace wbtrace::testbed
