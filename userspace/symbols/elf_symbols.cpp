// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "symbols/elf_symbols.h"

#include <elfutils/libdwfl.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <gelf.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "base/printable.h"

namespace wbtrace::symbols {

namespace {

struct EndSession {
    void operator()(Dwfl* session) const { dwfl_end(session); }
};
using DwflSession = std::unique_ptr<Dwfl, EndSession>;

// Symbols one within another are rare, and then few.
constexpr int most_nested = 8;

/// libdwfl's own search may ask a server, which is not for us to do unasked.
int find_debug_file(Dwfl_Module* module, void** user_data, const char*, Dwarf_Addr,
                    const char* file, const char* link, GElf_Word checksum, char** found) {
    const auto& folders = *static_cast<const DebugFolders*>(*user_data);
    DebugReference reference{
        file != nullptr ? file : "", {}, link != nullptr ? link : "", checksum};
    const unsigned char* id = nullptr;
    GElf_Addr where = 0;
    const int bytes = dwfl_module_build_id(module, &id, &where);
    if (bytes > 0) reference.build_id = build_id_text({id, static_cast<std::size_t>(bytes)});
    std::string path;
    auto debug_file = open_debug_file(reference, folders, path);
    if (!debug_file.valid()) return -1;
    *found = ::strdup(path.c_str());
    return ::fcntl(debug_file.get(), F_DUPFD_CLOEXEC, 0);
}

int underscores(const char* name) { return static_cast<int>(std::strspn(name, "_")); }

/// People know write(2), not __write; and a name for all before one of a file.
int rank_of(const char* name, const GElf_Sym& symbol) {
    const int binding = GELF_ST_BIND(symbol.st_info);
    const int hidden = binding == STB_GLOBAL ? 0 : binding == STB_WEAK ? 1 : 2;
    return underscores(name) * 4 + hidden;
}

bool is_executable(Elf* elf, GElf_Word section) {
    GElf_Shdr header{};
    auto* found = elf_getscn(elf, section);
    return found != nullptr && gelf_getshdr(found, &header) != nullptr &&
           (header.sh_flags & SHF_EXECINSTR) != 0;
}

/// Assembler code has symbols without a type; local ones among them are labels.
bool is_function(const GElf_Sym& symbol, Elf* elf, GElf_Word section) {
    const int type = GELF_ST_TYPE(symbol.st_info);
    if (symbol.st_shndx == SHN_UNDEF || elf == nullptr) return false;
    if (type == STT_FUNC || type == STT_GNU_IFUNC) return true;
    return type == STT_NOTYPE && GELF_ST_BIND(symbol.st_info) == STB_GLOBAL &&
           is_executable(elf, section);
}

}  // namespace

class ElfReader {
public:
    explicit ElfReader(const DebugFolders& folders) : folders_(folders) {
        callbacks_.find_elf = dwfl_build_id_find_elf;
        callbacks_.find_debuginfo = find_debug_file;
        callbacks_.section_address = dwfl_offline_section_address;
        session_.reset(dwfl_begin(&callbacks_));
    }

    Result<ElfSymbols> read(int fd, const std::string& path) {
        // libdwfl closes its descriptor.
        const int own = ::fcntl(fd, F_DUPFD_CLOEXEC, 0);
        auto* module = dwfl_report_offline(session_.get(), path.c_str(), path.c_str(), own);
        if (module == nullptr) {
            const UniqueFd unused(own);
            return fail(fmt::format("{} is no ELF file: {}", brief(path), dwfl_errmsg(-1)));
        }
        dwfl_report_end(session_.get(), nullptr, nullptr);
        void** user_data = nullptr;
        dwfl_module_info(module, &user_data, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr);
        *user_data = &folders_;
        Dwarf_Addr bias = 0;
        Elf* elf = dwfl_module_getelf(module, &bias);
        if (elf == nullptr) return fail(fmt::format("{} cannot be read", brief(path)));
        read_segments(elf);
        read_functions(module, bias);
        keep_best_names();
        return std::move(symbols_);
    }

private:
    void read_segments(Elf* elf) {
        std::size_t count = 0;
        if (elf_getphdrnum(elf, &count) != 0) return;
        for (std::size_t i = 0; i < count; ++i) {
            GElf_Phdr header{};
            if (gelf_getphdr(elf, static_cast<int>(i), &header) != nullptr &&
                header.p_type == PT_LOAD)
                symbols_.segments_.push_back({header.p_offset, header.p_vaddr, header.p_filesz});
        }
    }

    void read_functions(Dwfl_Module* module, Dwarf_Addr bias) {
        const int count = dwfl_module_getsymtab(module);
        for (int i = 1; i < count; ++i) {
            GElf_Sym symbol{};
            GElf_Addr address = 0;
            GElf_Word section = 0;
            Elf* elf = nullptr;
            const char* name =
                dwfl_module_getsym_info(module, i, &symbol, &address, &section, &elf, nullptr);
            if (name == nullptr || *name == '\0' || !is_function(symbol, elf, section)) continue;
            symbols_.functions_.push_back(
                {address - bias, symbol.st_size, rank_of(name, symbol), name});
        }
    }

    void keep_best_names() {
        auto& all = symbols_.functions_;
        std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
            if (a.address != b.address) return a.address < b.address;
            if ((a.bytes == 0) != (b.bytes == 0)) return b.bytes == 0;
            return a.rank != b.rank ? a.rank < b.rank : a.name < b.name;
        });
        const auto same = [](const auto& a, const auto& b) { return a.address == b.address; };
        all.erase(std::unique(all.begin(), all.end(), same), all.end());
        // "name@VERSION" of what is exported.
        for (auto& function : all)
            if (const auto at = function.name.find('@'); at != std::string::npos && at > 0)
                function.name.resize(at);
    }

    DebugFolders folders_;
    Dwfl_Callbacks callbacks_{};
    DwflSession session_;
    ElfSymbols symbols_;
};

Result<ElfSymbols> ElfSymbols::read(int fd, const std::string& path, const DebugFolders& folders) {
    return ElfReader(folders).read(fd, path);
}

std::optional<std::uint64_t> ElfSymbols::address_of(std::uint64_t file_offset) const {
    for (const Segment& segment : segments_)
        if (file_offset >= segment.file_offset && file_offset - segment.file_offset < segment.bytes)
            return file_offset - segment.file_offset + segment.address;
    return std::nullopt;
}

const std::string* ElfSymbols::function_at(std::uint64_t address) const {
    auto next = std::upper_bound(
        functions_.begin(), functions_.end(), address,
        [](std::uint64_t wanted, const Function& function) { return wanted < function.address; });
    for (int i = 0; i < most_nested && next != functions_.begin(); ++i) {
        --next;
        if (next->bytes == 0 && i == 0) return &next->name;
        if (address - next->address < next->bytes) return &next->name;
    }
    return nullptr;
}

}  // namespace wbtrace::symbols
