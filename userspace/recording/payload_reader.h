// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstddef>
#include <cstring>
#include <optional>
#include <span>

namespace wbtrace::recording {

/// Takes values from the front of bytes that may end anywhere.
class PayloadReader {
public:
    explicit PayloadReader(std::span<const std::byte> bytes) : left_(bytes) {}

    /// False when there is not that much left; then nothing is taken.
    [[nodiscard]] bool take_bytes(std::span<std::byte> to) {
        const auto from = take_span(to.size());
        if (from && !to.empty()) std::memcpy(to.data(), from->data(), to.size());
        return from.has_value();
    }
    template <typename T>
    [[nodiscard]] bool take(T& value) {
        return take_bytes(std::as_writable_bytes(std::span(&value, 1)));
    }
    [[nodiscard]] std::optional<std::span<const std::byte>> take_span(std::size_t bytes) {
        if (bytes > left_.size()) return std::nullopt;
        const auto front = left_.first(bytes);
        left_ = left_.subspan(bytes);
        return front;
    }
    [[nodiscard]] bool empty() const { return left_.empty(); }

private:
    std::span<const std::byte> left_;
};

}  // namespace wbtrace::recording
