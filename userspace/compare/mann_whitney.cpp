// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <algorithm>
#include <cmath>
#include <vector>

#include "compare/statistics.h"

namespace wbtrace::compare {

namespace {

struct Ranking {
    double u = 0;     ///< pairs in which the fresh value is the larger; half of the equal ones
    double ties = 0;  ///< sum of t^3 - t over values that occur t times
};

Ranking ranking_of(std::span<const double> base, std::span<const double> fresh) {
    Ranking ranking;
    for (const double one : fresh)
        for (const double other : base) ranking.u += one > other ? 1 : one == other ? 0.5 : 0;
    std::vector<double> all(base.begin(), base.end());
    all.insert(all.end(), fresh.begin(), fresh.end());
    std::sort(all.begin(), all.end());
    for (auto at = all.begin(); at != all.end();) {
        const auto next = std::upper_bound(at, all.end(), *at);
        const auto times = static_cast<double>(next - at);
        ranking.ties += times * times * times - times;
        at = next;
    }
    return ranking;
}

/// How many of the ways to draw `n` of `n + m` ranks give each U, as shares of all.
std::vector<double> shares_of_u(std::size_t n, std::size_t m) {
    std::vector<double> ways(n * m + 1, 0.0);
    ways[0] = 1;
    double all = 1;
    // The product of (1 - x^(m+i)) / (1 - x^i), factor by factor.
    for (std::size_t i = 1; i <= n; ++i) {
        for (std::size_t u = ways.size(); u-- > m + i;) ways[u] -= ways[u - m - i];
        for (std::size_t u = i; u < ways.size(); ++u) ways[u] += ways[u - i];
        all = all * static_cast<double>(m + i) / static_cast<double>(i);
    }
    for (double& share : ways) share /= all;
    return ways;
}

double exact_p(double u, std::size_t n, std::size_t m) {
    const auto shares = shares_of_u(n, m);
    double above = 0;
    for (auto i = static_cast<std::size_t>(u); i < shares.size(); ++i) above += shares[i];
    return std::min(1.0, 2 * above);
}

double normal_p(double u, double n, double m, double ties) {
    const double all = n + m;
    const double variance = n * m / 12 * (all + 1 - ties / (all * (all - 1)));
    if (!(variance > 0)) return 1;
    const double z = (u - n * m / 2 - 0.5) / std::sqrt(variance);
    return std::min(1.0, std::erfc(z / std::sqrt(2.0)));
}

}  // namespace

std::optional<double> mann_whitney(std::span<const double> base, std::span<const double> fresh) {
    if (base.size() < 2 || fresh.size() < 2) return std::nullopt;
    const auto ranking = ranking_of(base, fresh);
    const auto n = base.size(), m = fresh.size();
    const double pairs = static_cast<double>(n) * static_cast<double>(m);
    const double u = std::max(ranking.u, pairs - ranking.u);
    // Beyond, the ways are more than a double can count.
    constexpr std::size_t few = 8, many = 400;
    if (ranking.ties == 0 && std::min(n, m) <= few && std::max(n, m) <= many)
        return exact_p(u, n, m);
    return normal_p(u, static_cast<double>(n), static_cast<double>(m), ranking.ties);
}

}  // namespace wbtrace::compare
