// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "model/filter_words.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

namespace wbtrace::model {

std::vector<std::string> filters_of_requests(const std::vector<std::string>& words) {
    constexpr std::array<std::string_view, 4> options = {"--dev ", "--file ", "--op ",
                                                         "--min-latency "};
    std::vector<std::string> found;
    std::copy_if(words.begin(), words.end(), std::back_inserter(found), [&](std::string_view word) {
        return std::any_of(options.begin(), options.end(),
                           [&](std::string_view option) { return word.starts_with(option); });
    });
    return found;
}

}  // namespace wbtrace::model
