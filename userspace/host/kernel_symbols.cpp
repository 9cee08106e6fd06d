// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "host/kernel_symbols.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "host/pseudo_file.h"

namespace wbtrace::host {

namespace {

// No function is larger. What lies further behind the last one known is something else, such as
// memory of modules that have gone.
constexpr std::uint64_t largest_function = 4U << 20;

struct Line {
    std::uint64_t address;
    char type;
    std::string_view name;
    std::string_view module;
};

std::optional<Line> cut(std::string_view line) {
    Line result{};
    const char* end = line.data() + line.size();
    const auto [stop, error] = std::from_chars(line.data(), end, result.address, 16);
    // "ADDRESS T NAME"
    if (error != std::errc{} || end - stop < 4 || stop[0] != ' ' || stop[2] != ' ')
        return std::nullopt;
    result.type = stop[1];
    std::string_view rest(stop + 3, static_cast<std::size_t>(end - stop - 3));
    const auto tab = rest.find('\t');
    result.name = rest.substr(0, tab);
    if (tab != std::string_view::npos) {
        rest.remove_prefix(tab + 1);
        if (rest.starts_with('[') && rest.ends_with(']'))
            result.module = rest.substr(1, rest.size() - 2);
    }
    if (result.name.empty() || result.name.size() > std::numeric_limits<std::uint16_t>::max())
        return std::nullopt;
    return result;
}

// nm(1): text, and weak symbols, of which functions are most.
bool is_function(char type) { return type == 't' || type == 'T' || type == 'w' || type == 'W'; }

}  // namespace

Result<KernelSymbols> KernelSymbols::read(const std::string& root) {
    const auto text = read_pseudo_file(root + "/proc/kallsyms");
    if (!text)
        return fail("/proc/kallsyms cannot be read: kernel functions have no names",
                    "run as root, on a kernel with CONFIG_KALLSYMS");
    return parse(*text);
}

Result<KernelSymbols> KernelSymbols::parse(std::string_view text) {
    KernelSymbols result;
    result.text_.reserve(text.size() / 2);
    bool shown = false;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        result.add_line(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        shown = shown || (!result.symbols_.empty() && result.symbols_.back().address != 0);
    }
    if (!shown)
        return fail("the kernel hides the addresses of its functions: they have no names",
                    "run as root, and set sysctl kernel.kptr_restrict to 0 or 1");
    auto& all = result.symbols_;
    // Of several names for one place: a function's before a variable's, a global one before a
    // local, that of the own ABI before the 32-bit one (system calls without arguments have
    // both), else the first.
    std::stable_sort(all.begin(), all.end(), [](const Symbol& a, const Symbol& b) {
        if (a.address != b.address) return a.address < b.address;
        if (a.function != b.function) return a.function;
        return a.global != b.global ? a.global : !a.foreign && b.foreign;
    });
    const auto same = [](const Symbol& a, const Symbol& b) { return a.address == b.address; };
    all.erase(std::unique(all.begin(), all.end(), same), all.end());
    all.shrink_to_fit();
    return result;
}

void KernelSymbols::add_line(std::string_view line) {
    const auto found = cut(line);
    if (!found || text_.size() + found->name.size() > std::numeric_limits<std::uint32_t>::max())
        return;
    symbols_.push_back({found->address, static_cast<std::uint32_t>(text_.size()),
                        static_cast<std::uint16_t>(found->name.size()),
                        module_number(found->module), is_function(found->type),
                        found->type == 'T' || found->type == 'W',
                        found->name.starts_with("__ia32_")});
    text_ += found->name;
}

std::uint16_t KernelSymbols::module_number(std::string_view name) {
    if (name.empty()) return 0;
    // A module's symbols stand together.
    if (name != modules_.back() && modules_.size() < std::numeric_limits<std::uint16_t>::max())
        modules_.emplace_back(name);
    return static_cast<std::uint16_t>(modules_.size() - 1);
}

std::optional<KernelSymbols::Place> KernelSymbols::find(std::uint64_t address) const {
    const auto after = std::upper_bound(
        symbols_.begin(), symbols_.end(), address,
        [](std::uint64_t wanted, const Symbol& symbol) { return wanted < symbol.address; });
    if (after == symbols_.begin()) return std::nullopt;
    const Symbol& found = *(after - 1);
    const auto offset = address - found.address;
    if (!found.function || found.address == 0 || offset > largest_function) return std::nullopt;
    return Place{std::string_view(text_).substr(found.name, found.length), modules_[found.module],
                 offset};
}

}  // namespace wbtrace::host
