// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/bdi_name.h"

#include <string_view>

#include "analysis/record_fields.h"

namespace wbtrace::analysis {

std::string readable_name(const BdiKey& bdi, const Context& context) {
    const std::string_view name = text_of(bdi.bdi_name);
    const std::string number = bdi.dev != 0 ? dev_text(bdi.dev) : "";
    for (const std::string_view key : {name, std::string_view(number)}) {
        const auto known = context.bdi_names.find(key);
        if (known != context.bdi_names.end()) return known->second;
    }
    if (!name.empty()) return std::string(name);
    return number.empty() ? "unknown" : number;
}

std::string unique_name(const BdiKey& bdi) {
    return dev_text(bdi.dev) + ' ' + std::string(text_of(bdi.bdi_name));
}

}  // namespace wbtrace::analysis
