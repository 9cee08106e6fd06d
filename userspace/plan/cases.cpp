// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "plan/cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <random>
#include <set>
#include <string_view>
#include <utility>

#include "base/printable.h"
#include "plan/axis_words.h"

namespace wbtrace::plan {

namespace {

std::string_view workload_word(Workload::Kind kind) {
    switch (kind) {
    case Workload::Kind::dd: return "dd";
    case Workload::Kind::fio: return "fio";
    case Workload::Kind::command: break;
    }
    return "cmd";
}

/// Each case once for every value, which `put` sets. An axis without values changes nothing.
template <typename Value, typename Put>
void multiply(std::vector<Case>& cases, const std::vector<Value>& values, Put put) {
    if (values.empty()) return;
    std::vector<Case> product;
    for (const Case& one : cases)
        for (const Value& value : values) {
            product.push_back(one);
            put(product.back(), value);
        }
    cases = std::move(product);
}

void put_queue(Case& one, const QueueSetting& setting) {
    one.queue.push_back(setting);
    const bool scheduler = setting.name == "scheduler";
    one.axes[scheduler ? setting.name : "queue." + setting.name] = setting.value;
}

std::vector<Case> product_of(const Plan& plan) {
    const Axes& axes = plan.axes;
    Case start;
    start.drop_caches = plan.drop_caches;
    std::vector<Case> cases{start};
    multiply(cases, axes.layouts, [](Case& one, const Layout& layout) {
        one.layout = layout;
        one.axes["layout"] = layout.word;
    });
    multiply(cases, axes.dirty, [](Case& one, const Dirty& dirty) {
        one.dirty = dirty;
        one.axes["dirty"] = dirty.word;
    });
    for (const auto& settings : axes.queue) multiply(cases, settings, put_queue);
    multiply(cases, axes.block_sizes, [](Case& one, unsigned bytes) {
        one.block_size = bytes;
        one.axes["block_size"] = fmt::format("{}", bytes);
    });
    multiply(cases, axes.file_systems, [](Case& one, const FileSystem& fs) {
        one.fs = fs;
        one.axes["fs"] = fs.word;
    });
    multiply(cases, axes.writers, [](Case& one, unsigned writers) {
        one.writers = writers;
        one.axes["writers"] = fmt::format("{}", writers);
    });
    std::vector<unsigned> repeats(plan.repeat);
    for (unsigned i = 0; i < plan.repeat; ++i) repeats[i] = i + 1;
    multiply(cases, repeats, [](Case& one, unsigned repeat) { one.repeat = repeat; });
    return cases;
}

/// std::shuffle gives another order with each library.
void shuffle(std::vector<Case>& cases, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    for (std::size_t left = cases.size(); left > 1; --left)
        std::swap(cases[left - 1], cases[static_cast<std::size_t>(random() % left)]);
}

}  // namespace

std::string case_name(const Case& one, Workload::Kind workload) {
    std::string name = one.layout.word;
    if (one.dirty) name += "-" + one.dirty->word;
    for (const auto& setting : one.queue)
        name += fmt::format("-{}={}", setting.name, setting.value);
    if (one.block_size) name += fmt::format("-block_size={}", *one.block_size);
    return name + fmt::format("/{}-{}{}", one.fs.word, one.writers, workload_word(workload));
}

std::size_t count_cases(const Plan& plan) {
    const Axes& axes = plan.axes;
    std::vector<std::size_t> lengths{axes.layouts.size(),     axes.dirty.size(),
                                     axes.block_sizes.size(), axes.file_systems.size(),
                                     axes.writers.size(),     plan.repeat};
    for (const auto& settings : axes.queue) lengths.push_back(settings.size());
    std::size_t product = 1;
    for (const auto length : lengths)
        product =
            std::min(most_cases + 1, product * std::clamp<std::size_t>(length, 1, most_cases + 1));
    return product;
}

Result<std::vector<Case>> cases_of(const Plan& plan, const std::string& label) {
    if (auto good = check_name(label); !good)
        return fail("label: " + good.error().what, good.error().remedy);
    if (count_cases(plan) > most_cases)
        return fail(fmt::format("the plan comes to more than {} cases", most_cases),
                    "leave out values or axes");
    auto cases = product_of(plan);
    std::set<std::string> folders;
    for (Case& one : cases) {
        one.folder = fmt::format("{}-{}-{}", case_name(one, plan.workload.kind), one.repeat, label);
        if (!folders.insert(one.folder).second)
            return fail(fmt::format("two cases would have the folder {}", brief(one.folder)),
                        "give the file systems other names");
    }
    if (plan.shuffled) shuffle(cases, plan.seed);
    return cases;
}

}  // namespace wbtrace::plan
