// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <map>
#include <optional>

namespace wbtrace::recording {

/// Which bytes of a file are taken.
class Extents {
public:
    /// Where `bytes` would fit: the first gap that is large enough, else the end; there only
    /// when the file then is at most `limit` long (0: as long as it likes).
    [[nodiscard]] std::optional<std::uint64_t> find(std::uint64_t bytes, std::uint64_t limit) const;
    void take(std::uint64_t offset, std::uint64_t bytes) { taken_[offset] = bytes; }
    void give_back(std::uint64_t offset) { taken_.erase(offset); }
    /// Behind the last byte that is taken.
    [[nodiscard]] std::uint64_t end() const;

private:
    std::map<std::uint64_t, std::uint64_t> taken_;  // offset -> bytes
};

}  // namespace wbtrace::recording
