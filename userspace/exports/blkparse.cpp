// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Lines as blkparse prints them by default. A record of a request tells its issue (D) and its
// completion (C), and its insertion (I) when it is sure that nothing was merged into it afterwards;
// that of a bio of a device without requests tells Q and C, that of a piece which went on to a
// device beneath A. All else is not recorded.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "analysis/record_fields.h"
#include "exports/exporter.h"
#include "exports/request_letters.h"
#include "exports/time_window.h"

namespace wbtrace::exports {

namespace {

constexpr std::size_t most_lines = 1U << 18;

struct BlkLine {
    std::uint64_t time_ns = 0;
    std::uint64_t sector = 0;
    std::uint64_t from_sector = 0;  // of a remap
    std::uint32_t from_dev = 0;
    std::uint32_t dev = 0;
    std::uint32_t cpu = 0;
    std::uint32_t pid = 0;
    std::uint32_t sectors = 0;
    std::int32_t error = 0;
    char action = 'C';
    char letters[7] = {};
    char comm[WB_COMM_LEN + 1] = {};
};

template <std::size_t size>
void put(std::string_view text, char (&to)[size]) {
    text = text.substr(0, size - 1);
    std::copy(text.begin(), text.end(), to);
}

/// A task's name as one word that nothing can be hidden in.
void put_comm(const wb_request_done& record, BlkLine& to) {
    put(analysis::text_of(record.issuer_comm), to.comm);
    for (char& letter : to.comm)
        if (letter != 0 && (letter < ' ' || letter > '~')) letter = '?';
}

class Blkparse final : public Exporter {
public:
    Blkparse(const Names& names, Write write)
        : names_(names),
          out_(std::move(write)),
          lines_(most_lines, [this](const BlkLine& line) { show(line); }) {
        const auto& options = names.start().options;
        plug_time_ = std::find(options.begin(), options.end(), "--plug-time") != options.end();
    }

    using Exporter::on;
    void on(const wb_request_done& record) override;
    void on(const wb_bio_remapped& record) override;

    void finish(const Ending&) override {
        lines_.finish();
        out_.flush();
    }
    [[nodiscard]] std::uint64_t out_of_order() const override { return lines_.out_of_order(); }

private:
    void add_begin(const wb_request_done& record, BlkLine line);
    void show(const BlkLine& line);
    void show_what(const BlkLine& line, std::string& text);

    const Names& names_;
    Outflow out_;
    TimeWindow<BlkLine> lines_;
    std::uint64_t sequence_ = 0;
    bool plug_time_ = false;  // the first sight of a request is no insertion
};

void Blkparse::on(const wb_request_done& record) {
    BlkLine line;
    line.dev = record.dev;
    line.cpu = record.header.cpu;
    line.sector = record.sector == UINT64_MAX ? 0 : record.sector;
    const bool has_place = record.op != WB_OP_PASSTHROUGH;
    line.sectors = has_place ? record.bytes >> 9 : 0;
    put(letters_of(record, names_.context().request_bits), line.letters);
    add_begin(record, line);
    line.time_ns = record.header.time_ns;
    line.sectors = has_place ? record.done_bytes >> 9 : 0;
    line.error = record.error;
    lines_.add(line);
}

/// What came before the completion.
void Blkparse::add_begin(const wb_request_done& record, BlkLine line) {
    line.pid = record.issuer_pid;
    put_comm(record, line);
    const auto add = [&](char action, std::uint64_t time_ns) {
        line.action = action;
        line.time_ns = time_ns;
        if (time_ns != 0) lines_.add(line);
    };
    if (analysis::has_flag(record, WB_REQUEST_BIO_BASED)) return add('Q', record.queued_ns);
    const bool unmerged = record.bios <= 1;
    if (!plug_time_ && unmerged && record.queued_ns < record.issued_ns && record.requeues == 0)
        add('I', record.queued_ns);
    add('D', record.issued_ns);
}

void Blkparse::on(const wb_bio_remapped& record) {
    BlkLine line;
    line.time_ns = record.header.time_ns;
    line.action = 'A';
    line.dev = record.lower_dev;
    line.sector = record.lower_sector;
    line.from_dev = record.upper_dev;
    line.from_sector = record.upper_sector;
    line.sectors = record.bytes >> 9;
    line.cpu = record.header.cpu;
    put(letters_of(record, names_.context().request_bits), line.letters);
    lines_.add(line);
}

void Blkparse::show(const BlkLine& line) {
    constexpr std::uint64_t second_ns = 1'000'000'000;
    const auto start_ns = names_.start().start_ns;
    const auto time_ns = line.time_ns - std::min(start_ns, line.time_ns);
    auto& text = out_.text();
    constexpr auto head = "{:>3},{:<3} {:>2} {:>8} {:>5}.{:09} {:>5} {:>2} {:>3} ";
    fmt::format_to(std::back_inserter(text), head, line.dev >> 20, line.dev & 0xfffffU, line.cpu,
                   ++sequence_, time_ns / second_ns, time_ns % second_ns, line.pid, line.action,
                   line.letters);
    show_what(line, text);
    out_.flush_if_full();
}

void Blkparse::show_what(const BlkLine& line, std::string& text) {
    const auto to = std::back_inserter(text);
    const bool has_size = line.sectors != 0;
    if (line.action == 'A')
        fmt::format_to(to, "{} + {} <- ({},{}) {}\n", line.sector, line.sectors,
                       line.from_dev >> 20, line.from_dev & 0xfffffU, line.from_sector);
    else if (line.action == 'C' && has_size)
        fmt::format_to(to, "{} + {} [{}]\n", line.sector, line.sectors, line.error);
    else if (line.action == 'C')
        fmt::format_to(to, "{} [{}]\n", line.sector, line.error);
    else if (has_size)
        fmt::format_to(to, "{} + {} [{}]\n", line.sector, line.sectors, line.comm);
    else
        fmt::format_to(to, "[{}]\n", line.comm);
}

}  // namespace

std::unique_ptr<Exporter> make_blkparse(const Names& names, Write write) {
    return std::make_unique<Blkparse>(names, std::move(write));
}

}  // namespace wbtrace::exports
