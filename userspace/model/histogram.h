// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace wbtrace::model {

/// Counts of unsigned 64-bit values in log-linear buckets: exact below 32, then
/// 16 equal steps to each power of two, so that a bucket is at most 1/16 of its
/// lower edge wide. Count, sum, min and max are exact. The sum saturates.
class Histogram {
public:
    struct Bucket {
        std::uint64_t ge;  ///< lower edge, included
        std::uint64_t lt;  ///< upper edge, excluded; UINT64_MAX for the last
        std::uint64_t count;
    };

    void record(std::uint64_t value, std::uint64_t times = 1);
    void merge(const Histogram& other);

    /// What was recorded since `older`, an earlier state of this histogram. Count, sum and
    /// buckets are exact, so that parts merge to the whole. A new least or greatest value is
    /// exact, too; otherwise min and max are the lower edge of their bucket, or the mean if
    /// that lies further out: at most 1/16 below the true ones.
    [[nodiscard]] Histogram since(const Histogram& older) const;

    [[nodiscard]] std::uint64_t count() const { return count_; }
    [[nodiscard]] std::uint64_t sum() const { return sum_; }
    [[nodiscard]] std::uint64_t min() const { return count_ ? min_ : 0; }
    [[nodiscard]] std::uint64_t max() const { return max_; }
    [[nodiscard]] bool empty() const { return count_ == 0; }
    [[nodiscard]] double mean() const;

    /// The value below or at which a fraction q (0..1] of the values lies: min and max are
    /// exact, between them it is the lower edge of a bucket (so powers of two, as most
    /// request sizes are, come out as they are), held inside [min, max]. 0 when empty.
    [[nodiscard]] std::uint64_t quantile(double q) const;

    /// Buckets that hold something, in ascending order.
    [[nodiscard]] std::vector<Bucket> buckets() const;

    /// The same counts by powers of two: [0,1], [2,3], [4,7] ... from the first
    /// to the last row that holds something.
    [[nodiscard]] std::vector<Bucket> powers_of_two() const;

    static std::size_t index_of(std::uint64_t value);
    static std::uint64_t lower_edge(std::size_t index);

private:
    void find_bounds(const Histogram& older);
    void hold(std::size_t lowest, std::size_t highest);
    [[nodiscard]] std::uint64_t edge(std::size_t place) const { return lower_edge(first_ + place); }

    // From the lowest index seen to the highest: of thousands of rows each has a few only.
    std::vector<std::uint64_t> counts_;
    std::size_t first_ = 0;
    std::uint64_t count_ = 0;
    std::uint64_t sum_ = 0;
    std::uint64_t min_ = UINT64_MAX;
    std::uint64_t max_ = 0;
};

}  // namespace wbtrace::model
