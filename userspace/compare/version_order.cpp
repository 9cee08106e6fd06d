// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "compare/version_order.h"

#include <algorithm>

namespace wbtrace::compare {

namespace {

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

/// Takes the digits off the front, without leading zeros.
std::string_view take_number(std::string_view& text) {
    std::size_t length = 0;
    while (length < text.size() && is_digit(text[length])) ++length;
    auto digits = text.substr(0, length);
    text.remove_prefix(length);
    digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
    return digits;
}

/// Of what is left behind an equal beginning: a candidate comes before its release, all else after.
int rank_of_rest(std::string_view rest) {
    return rest.empty() ? 1 : rest.starts_with("-rc") ? 0 : 2;
}

}  // namespace

bool is_earlier(std::string_view one, std::string_view other) {
    while (!one.empty() && !other.empty()) {
        if (is_digit(one.front()) && is_digit(other.front())) {
            const auto left = take_number(one), right = take_number(other);
            if (left.size() != right.size()) return left.size() < right.size();
            if (left != right) return left < right;
        } else if (one.front() != other.front()) {
            if (rank_of_rest(one) != rank_of_rest(other))
                return rank_of_rest(one) < rank_of_rest(other);
            return one.front() < other.front();
        } else {
            one.remove_prefix(1);
            other.remove_prefix(1);
        }
    }
    if (one.empty() && other.empty()) return false;
    return rank_of_rest(one) < rank_of_rest(other);
}

}  // namespace wbtrace::compare
