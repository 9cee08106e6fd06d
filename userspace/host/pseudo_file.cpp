// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "host/pseudo_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>

#include "base/unique_fd.h"

namespace wbtrace::host {

namespace {

constexpr std::size_t size_limit = std::size_t{16} << 20;

}  // namespace

std::optional<std::string> read_pseudo_file(const std::string& path) {
    // Non-blocking: a path that came from the user may be a FIFO.
    const UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!file.valid()) return std::nullopt;
    std::string text;
    std::array<char, 4096> part{};
    while (text.size() < size_limit) {
        const ssize_t got = ::read(file.get(), part.data(), part.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return std::nullopt;
        if (got == 0) break;
        text.append(part.data(), static_cast<std::size_t>(got));
    }
    return text;
}

std::optional<std::string> read_line(const std::string& path) {
    auto text = read_pseudo_file(path);
    if (text) text->resize(std::min(text->size(), text->find('\n')));
    return text;
}

std::optional<std::uint64_t> read_number(const std::string& path) {
    const auto line = read_line(path);
    if (!line) return std::nullopt;
    std::uint64_t value = 0;
    const char* end = line->data() + line->size();
    const auto [stop, error] = std::from_chars(line->data(), end, value);
    if (error != std::errc{} || stop != end) return std::nullopt;
    return value;
}

std::optional<std::string> chosen_word(std::string_view line) {
    const auto open = line.find('[');
    const auto close = open == std::string_view::npos ? open : line.find(']', open);
    if (close != std::string_view::npos)
        return std::string(line.substr(open + 1, close - open - 1));
    if (line.empty() || line.find(' ') != std::string_view::npos) return std::nullopt;
    return std::string(line);
}

}  // namespace wbtrace::host
