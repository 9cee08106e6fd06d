// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/golden/page_rules.h"

#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/printable.h"
#include "views/text_page.h"
#include "views/units_text.h"

namespace wbtrace::golden {

namespace {

using nlohmann::json;

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

std::vector<std::string> words_of(const std::string& line) {
    std::vector<std::string> words;
    std::istringstream stream(line);
    for (std::string word; stream >> word;) words.push_back(word);
    return words;
}

// Whether a line under a title holds, in this order: the first word, the count
// and the amount.
bool shows(const std::vector<std::string>& lines, const std::string& title,
           const std::string& first, const std::string& count, const std::string& amount) {
    bool inside = false;
    for (const auto& line : lines) {
        if (!line.empty() && line.front() != ' ') inside = line.starts_with(title);
        const auto words = words_of(line);
        if (!inside || words.size() < 2 || words[0] != first || words[1] != count) continue;
        if (line.find(" " + amount) != std::string::npos) return true;
    }
    return false;
}

class Comparison {
public:
    Comparison(const std::string& text, const json& report)
        : lines_(lines_of(text)), report_(report) {}

    std::vector<std::string> run() {
        for (const auto& device : report_["devices"]) compare_device(device);
        if (report_["throttle"].is_object()) compare_throttle();
        if (report_["writeback"].is_object()) compare_writeback();
        compare_kinds();
        if (report_["sync_calls"].is_object()) compare_sync_calls();
        for (const auto& [cause, count] : report_["capture"]["lost"].items()) {
            if (count != 0) want("LOST", count.get<std::uint64_t>(), "", "lost." + cause);
        }
        return std::move(missing_);
    }

private:
    void compare_device(const json& device) {
        const auto name = printable(device["name"].get<std::string>());
        const auto title = "Device " + name.substr(0, 20);
        for (const auto& [op, figures] : device["by_op"].items()) {
            const auto requests = figures["requests"].get<std::uint64_t>();
            if (requests == 0) continue;
            const auto bytes = views::bytes_text(figures["bytes"].get<std::uint64_t>());
            if (!shows(lines_, title, op, views::count_text(requests), bytes)) {
                missing_.push_back(fmt::format("{}: {} {} of {}", name, op, requests, bytes));
            }
        }
    }

    void compare_throttle() {
        for (const auto& [who, exact] : report_["throttle"]["exact"].items()) {
            if (exact.is_null() || exact["waits"] == 0) continue;
            const auto waits = exact["waits"].get<std::uint64_t>();
            const auto total = views::duration_text(exact["pause_ns"].get<std::uint64_t>());
            want("Dirty throttling", waits, total, "throttle.exact." + who);
        }
    }

    void compare_writeback() {
        for (const auto& row : report_["writeback"]["by_reason"]) {
            want("Writeback", row["pages"].get<std::uint64_t>(), "", "writeback.by_reason");
        }
    }

    void compare_kinds() {
        for (const auto& device : report_["devices"]) {
            if (!device["by_kind"].is_array()) continue;
            for (const auto& kind : device["by_kind"]) {
                const auto bytes = views::bytes_text(kind["bytes"].get<std::uint64_t>());
                want("What the requests carried", kind["requests"].get<std::uint64_t>(), bytes,
                     "by_kind");
            }
            if (const auto lost = device["unattributed"]["requests"]; lost != 0)
                want("What the requests carried", lost.get<std::uint64_t>(), "", "unattributed");
        }
    }

    void compare_sync_calls() {
        for (const auto& [call, figures] : report_["sync_calls"]["by_call"].items()) {
            const auto calls = figures["calls"].get<std::uint64_t>();
            const auto total =
                views::duration_text(figures["duration"]["sum"].get<std::uint64_t>());
            want("Sync calls", calls, total, "sync_calls.by_call." + call);
        }
    }

    // A line under the title that has the count as a word, and the amount.
    void want(const std::string& title, std::uint64_t count, const std::string& amount,
              const std::string& what) {
        bool inside = false;
        for (const auto& line : lines_) {
            if (!line.empty() && line.front() != ' ') inside = line.starts_with(title);
            if (!inside || (" " + line + " ").find(fmt::format(" {} ", count)) == std::string::npos)
                continue;
            if (amount.empty() || line.find(amount) != std::string::npos) return;
        }
        missing_.push_back(fmt::format("{}: {} {}", what, count, amount));
    }

    std::vector<std::string> lines_;
    const json& report_;
    std::vector<std::string> missing_;
};

bool has_control(const std::string& line) {
    for (const char byte : line) {
        const auto code = static_cast<unsigned char>(byte);
        if (code < 0x20 || code == 0x7f) return true;
    }
    return printable(line) != line;  // C1 controls, overrides, bytes that are not UTF-8
}

}  // namespace

std::vector<std::string> broken_page_rules(const std::string& text) {
    std::vector<std::string> broken;
    for (const auto& line : lines_of(text)) {
        if (display_width(line) > views::page_columns) broken.push_back("too wide: " + line);
        if (has_control(line)) broken.push_back("control character: " + printable(line));
        if (line.ends_with(' ')) broken.push_back("trailing blank: " + line);
    }
    if (text.find("\n\n\n") != std::string::npos) broken.emplace_back("two empty lines");
    return broken;
}

std::vector<std::string> disagreements(const std::string& text, const std::string& json_text) {
    const auto report = json::parse(json_text);
    return Comparison(text, report).run();
}

}  // namespace wbtrace::golden
