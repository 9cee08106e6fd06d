// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "symbols/proc_maps.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>

#include "host/pseudo_file.h"

namespace wbtrace::symbols {

namespace {

/// Takes fields off a line, one after the other.
class Fields {
public:
    explicit Fields(std::string_view line) : rest_(line) {}

    template <typename Number>
    Fields& number(Number& to, int base, char separator) {
        const char* end = rest_.data() + rest_.size();
        const auto [stop, error] = std::from_chars(rest_.data(), end, to, base);
        good_ = good_ && error == std::errc{} && stop != end && *stop == separator;
        if (good_) rest_.remove_prefix(static_cast<std::size_t>(stop - rest_.data()) + 1);
        return *this;
    }

    Fields& word(std::string_view& to) {
        const auto blank = rest_.find(' ');
        good_ = good_ && blank != rest_.npos;
        if (good_) {
            to = rest_.substr(0, blank);
            rest_.remove_prefix(blank + 1);
        }
        return *this;
    }

    [[nodiscard]] bool good() const { return good_; }
    [[nodiscard]] std::string_view rest() const {
        return rest_.substr(std::min(rest_.find_first_not_of(' '), rest_.size()));
    }

private:
    std::string_view rest_;
    bool good_ = true;
};

/// The kernel writes a line feed in a name as \012.
std::string plain(std::string_view path) {
    std::string result(path);
    for (auto at = result.find("\\012"); at != result.npos; at = result.find("\\012", at + 1))
        result.replace(at, 4, "\n");
    return result;
}

std::optional<Mapping> parse_line(std::string_view line) {
    Mapping mapping;
    std::string_view permissions;
    Fields fields(line);
    fields.number(mapping.begin, 16, '-')
        .number(mapping.end, 16, ' ')
        .word(permissions)
        .number(mapping.file_offset, 16, ' ')
        .number(mapping.file.major, 16, ':')
        .number(mapping.file.minor, 16, ' ')
        .number(mapping.file.inode, 10, ' ');
    if (!fields.good() || permissions.size() < 3 || permissions[2] != 'x') return std::nullopt;
    mapping.path = plain(fields.rest());
    if (mapping.path.empty()) mapping.path = "//anon";
    return mapping;
}

/// The kernel shows what a worker does behind its name: "kworker/u8:2-flush-8:0".
std::string_view plain_comm(std::string_view comm) {
    return comm.starts_with("kworker/") ? comm.substr(0, comm.find_first_of("-+")) : comm;
}

}  // namespace

std::vector<Mapping> parse_maps(std::string_view text) {
    std::vector<Mapping> result;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        if (auto mapping = parse_line(text.substr(0, end))) result.push_back(std::move(*mapping));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return result;
}

void read_running(const std::string& root, AddressSpaces& to) {
    std::error_code none;  // without procfs nothing is known of those that run
    for (const auto& entry : std::filesystem::directory_iterator(root + "/proc", none)) {
        const auto name = entry.path().filename().string();
        std::uint32_t process = 0;
        const auto [stop, error] = std::from_chars(name.data(), name.data() + name.size(), process);
        if (error != std::errc{} || *stop != '\0') continue;
        const auto maps = host::read_pseudo_file(entry.path().string() + "/maps");
        const auto comm = host::read_line(entry.path().string() + "/comm");
        if (!maps || !comm) continue;
        to.named(process, plain_comm(*comm), 0);
        for (const auto& mapping : parse_maps(*maps)) to.mapped(process, mapping, 0);
    }
}

}  // namespace wbtrace::symbols
