// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <fmt/format.h>

#include <iterator>
#include <nlohmann/json.hpp>

#include "events/kind_name.h"
#include "exports/block_columns.h"
#include "exports/exporter.h"
#include "exports/page_cache_columns.h"
#include "exports/task_columns.h"
#include "exports/writeback_columns.h"

namespace wbtrace::exports {

namespace {

constexpr const char* schema = "wbtrace.events/1";

bool is_plain(std::string_view text) {
    for (const char letter : text)
        if (letter < ' ' || letter > '~' || letter == '"' || letter == '\\') return false;
    return true;
}

/// Appends members to an object. What is not valid UTF-8 in a name is replaced.
class JsonMembers {
public:
    explicit JsonMembers(std::string& to) : to_(to) {}

    template <typename Number>
    void number(const char* name, Number value) {
        fmt::format_to(std::back_inserter(to_), ",\"{}\":{}", name, value);
    }
    template <typename Number>
    void number(const char* name, const std::optional<Number>& value) {
        if (value)
            number(name, *value);
        else
            number(name, "null");
    }
    void flag(const char* name, bool value) { number(name, value ? "true" : "false"); }
    void text(const char* name, std::string_view value) {
        if (is_plain(value)) {
            fmt::format_to(std::back_inserter(to_), ",\"{}\":\"{}\"", name, value);
            return;
        }
        using Json = nlohmann::json;
        number(name, Json(value).dump(-1, ' ', false, Json::error_handler_t::replace));
    }
    void name(const char* name, std::string_view value) {
        if (value.empty())
            number(name, "null");
        else
            text(name, value);
    }

private:
    std::string& to_;
};

class Ndjson final : public Exporter {
public:
    Ndjson(const Names& names, Write write) : names_(names), out_(std::move(write)) { begin(); }

#define WB_NDJSON_METHOD(number, name, type, what) \
    void on(const type& record) override { line(number, record); }
    WB_EVENT_LIST(WB_NDJSON_METHOD)
#undef WB_NDJSON_METHOD

    void finish(const Ending& ending) override;

private:
    void begin();
    void open(std::string_view kind) { out_.text().append(R"({"kind":")").append(kind) += '"'; }
    void close() {
        out_.text() += "}\n";
        out_.flush_if_full();
    }

    template <typename Record>
    void line(std::uint16_t kind, const Record& record) {
        static const std::string names[] = {
#define WB_NDJSON_NAME(number, name, type, what) events::small_kind_name(number),
            WB_EVENT_LIST(WB_NDJSON_NAME)
#undef WB_NDJSON_NAME
        };
        open(names[kind - 1]);
        JsonMembers members(out_.text());
        columns(record, names_, members);
        close();
    }

    const Names& names_;
    Outflow out_;
};

void Ndjson::begin() {
    const auto& start = names_.start();
    open("trace");
    JsonMembers members(out_.text());
    members.text("schema", schema);
    members.text("tool_version", start.tool_version);
    members.text("kernel", start.host.kernel);
    members.number("started_at_unix_ns", start.started_at.unix_ns);
    members.number("started_at_monotonic_ns", start.start_ns);
    members.number("page_bytes", start.host.page_bytes);
    close();
}

void Ndjson::finish(const Ending& ending) {
    open("end");
    JsonMembers members(out_.text());
    members.number("records", ending.records);
    members.name("part", ending.part);
    out_.text() += ",\"lost\":{";
    const char* separator = "";
    for (const auto& [cause, count] : ending.lost) {
        fmt::format_to(std::back_inserter(out_.text()), "{}\"{}\":{}", separator, cause, count);
        separator = ",";
    }
    out_.text() += '}';
    close();
    out_.flush();
}

}  // namespace

std::unique_ptr<Exporter> make_ndjson(const Names& names, Write write) {
    return std::make_unique<Ndjson>(names, std::move(write));
}

}  // namespace wbtrace::exports
