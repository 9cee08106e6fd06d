// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "symbols/frame_names.h"

namespace wbtrace::symbols {

namespace {

constexpr const char* unknown = "[unknown]";

std::uint64_t place(std::uint64_t address, FrameNames::Position position) {
    return position == FrameNames::Position::caller && address > 0 ? address - 1 : address;
}

}  // namespace

std::string FrameNames::kernel(std::uint64_t address, Position position) const {
    const auto found = kernel_ ? kernel_->find(place(address, position)) : std::nullopt;
    return found ? std::string(found->name) : unknown;
}

std::string FrameNames::user(std::uint32_t process, std::uint64_t time_ns, std::uint64_t address,
                             Position position) {
    const auto found = spaces_.find(process, time_ns, place(address, position));
    if (!found) return unknown;
    return binaries_.name_of(found->file, spaces_.files()[found->file], found->file_offset);
}

}  // namespace wbtrace::symbols
