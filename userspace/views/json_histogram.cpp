// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "views/json_sections.h"

namespace wbtrace::views {

Json json_histogram(const model::Histogram& histogram, const char* unit) {
    Json json;
    const auto known = [&histogram](std::uint64_t value) {
        return histogram.empty() ? Json(nullptr) : Json(value);
    };
    json["unit"] = unit;
    json["count"] = histogram.count();
    json["sum"] = histogram.sum();
    json["min"] = known(histogram.min());
    json["max"] = known(histogram.max());
    json["p50"] = known(histogram.quantile(0.5));
    json["p90"] = known(histogram.quantile(0.9));
    json["p99"] = known(histogram.quantile(0.99));
    json["p999"] = known(histogram.quantile(0.999));
    json["buckets"] = Json::array();
    for (const auto& bucket : histogram.buckets()) {
        json["buckets"].push_back({{"ge", bucket.ge}, {"lt", bucket.lt}, {"count", bucket.count}});
    }
    return json;
}

}  // namespace wbtrace::views
