// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <fmt/format.h>

#include <iterator>
#include <utility>

#include "base/csv_field.h"
#include "events/kind_name.h"
#include "exports/block_columns.h"
#include "exports/exporter.h"
#include "exports/page_cache_columns.h"
#include "exports/task_columns.h"
#include "exports/writeback_columns.h"

namespace wbtrace::exports {

namespace {

/// The first row: names only.
class CsvHead {
public:
    explicit CsvHead(std::string& to) : to_(to) {}

    template <typename Value>
    void number(const char* name, const Value&) {
        add(name);
    }
    void flag(const char* name, bool) { add(name); }
    void text(const char* name, std::string_view) { add(name); }
    void name(const char* name, std::string_view) { add(name); }

private:
    void add(const char* name) { to_.append(std::exchange(separator_, ",")).append(name); }
    std::string& to_;
    const char* separator_ = "";
};

/// A row of values; what is not known is empty.
class CsvRow {
public:
    explicit CsvRow(std::string& to) : to_(to) {}

    template <typename Number>
    void number(const char*, Number value) {
        fmt::format_to(std::back_inserter(next()), "{}", value);
    }
    template <typename Number>
    void number(const char* name, const std::optional<Number>& value) {
        if (value)
            number(name, *value);
        else
            next();
    }
    void flag(const char* name, bool value) { number(name, value ? 1 : 0); }
    void text(const char*, std::string_view value) { add_csv_field(value, next()); }
    void name(const char*, std::string_view value) { add_csv_field(value, next()); }

private:
    std::string& next() { return to_.append(std::exchange(separator_, ",")); }
    std::string& to_;
    const char* separator_ = "";
};

class Csv final : public Exporter {
public:
    Csv(const Names& names, const OpenTable& open) : names_(names) {
#define WB_CSV_OPEN(number, name, type, what) begin<type>(number, open);
        WB_EVENT_LIST(WB_CSV_OPEN)
#undef WB_CSV_OPEN
        tables_.emplace_back(open("trace"));
    }

#define WB_CSV_METHOD(number, name, type, what) \
    void on(const type& record) override { row(number, record); }
    WB_EVENT_LIST(WB_CSV_METHOD)
#undef WB_CSV_METHOD

    void finish(const Ending& ending) override;

private:
    template <typename Record>
    void begin(std::uint16_t kind, const OpenTable& open) {
        auto& table = tables_.emplace_back(open(events::small_kind_name(kind)));
        CsvHead head(table.text());
        columns(Record{}, names_, head);
        table.text() += '\n';
    }

    template <typename Record>
    void row(std::uint16_t kind, const Record& record) {
        auto& table = tables_[kind - 1];
        CsvRow row(table.text());
        columns(record, names_, row);
        table.text() += '\n';
        table.flush_if_full();
    }

    const Names& names_;
    std::vector<Outflow> tables_;  // by kind, and that of the trace
};

void Csv::finish(const Ending& ending) {
    const auto& start = names_.start();
    auto& text = tables_.back().text();
    const auto add = [&](const std::string& name, std::string_view value) {
        text += name + ',';
        add_csv_field(value, text);
        text += '\n';
    };
    text += "name,value\n";
    add("tool_version", start.tool_version);
    add("kernel", start.host.kernel);
    add("started_at_unix_ns", fmt::format("{}", start.started_at.unix_ns));
    add("started_at_monotonic_ns", fmt::format("{}", start.start_ns));
    add("page_bytes", fmt::format("{}", start.host.page_bytes));
    add("records", fmt::format("{}", ending.records));
    for (const auto& [cause, count] : ending.lost) add("lost_" + cause, fmt::format("{}", count));
    add("part", ending.part);
    for (auto& table : tables_) table.flush();
}

}  // namespace

std::unique_ptr<Exporter> make_csv(const Names& names, const OpenTable& open) {
    return std::make_unique<Csv>(names, open);
}

}  // namespace wbtrace::exports
