// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "recording/facts_text.h"

#include <exception>
#include <stdexcept>

#include "base/printable.h"
#include "recording/facts_json.h"
#include "recording/plain_strings.h"

namespace wbtrace::recording {

namespace {

// Facts are five levels deep; a text of brackets alone must not use up the stack.
constexpr int most_depth = 32;

template <typename Facts>
std::string text_of(const Facts& facts) {
    Json json = facts;
    make_plain(json);
    return json.dump();
}

template <typename Facts>
Result<Facts> read(std::string_view text) {
    const auto check = [](int depth, Json::parse_event_t, Json& value) {
        if (depth > most_depth) throw std::length_error("nested too deep");
        // All of ours are whole, and not every other one fits into an integer.
        if (value.is_number_float()) throw std::out_of_range("a number is not whole");
        return true;
    };
    try {
        Json json = Json::parse(text, check);
        restore(json);
        return json.get<Facts>();
    } catch (const std::exception&) {
        // What a library says of it names its own types, not what a reader can mend.
        return fail("the facts in it cannot be understood");
    }
}

void tame(std::string& text) { text = printable(text); }

void tame(std::map<std::string, std::string>& texts) {
    std::map<std::string, std::string> tamed;
    for (const auto& [key, text] : texts) tamed.emplace(printable(key), printable(text));
    texts = std::move(tamed);
}

void tame(model::HostFigures& host) {
    tame(host.kernel);
    tame(host.machine);
}

void tame(model::CaptureFigures& capture) {
    for (auto& probe : capture.probes) {
        tame(probe.name);
        tame(probe.why_not);
    }
    for (auto& loss : capture.lost) {
        tame(loss.cause);
        tame(loss.what);
    }
    tame(capture.unavailable);
}

}  // namespace

std::string facts_text(const analysis::StartFacts& facts) { return text_of(facts); }
std::string facts_text(const analysis::CutFacts& facts) { return text_of(facts); }
std::string facts_text(const StacksPart& part) { return text_of(part); }

Result<analysis::StartFacts> read_start_facts(std::string_view text) {
    auto facts = read<analysis::StartFacts>(text);
    if (!facts) return facts;
    tame(facts->tool_version);
    tame(facts->host);
    return facts;
}

Result<analysis::CutFacts> read_cut_facts(std::string_view text) {
    auto facts = read<analysis::CutFacts>(text);
    if (!facts) return facts;
    tame(facts->host);
    tame(facts->capture);
    for (auto& file : facts->files)
        if (file.state > model::FileState::deleted) file.state = model::FileState::unknown;
    return facts;
}

/// Who draws the names takes any bytes; notes are for a terminal.
Result<StacksPart> read_stacks_part(std::string_view text) {
    auto part = read<StacksPart>(text);
    if (!part) return part;
    for (auto& note : part->stacks.notes) tame(note);
    return part;
}

}  // namespace wbtrace::recording
