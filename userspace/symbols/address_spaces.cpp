// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "symbols/address_spaces.h"

#include <algorithm>

namespace wbtrace::symbols {

namespace {

// About 100 MB with the names and mappings of short programs.
constexpr std::size_t most_images = 1U << 18U;

}  // namespace

AddressSpaces::Image* AddressSpaces::begin_image(std::uint32_t process, std::uint64_t time_ns) {
    if (image_count_ >= most_images) {
        ++forgotten_;
        return nullptr;
    }
    ++image_count_;
    auto& all = images_[process];
    all.push_back({time_ns, {}, std::make_shared<Parts>()});
    return &all.back();
}

AddressSpaces::Image* AddressSpaces::last_image(std::uint32_t process) {
    const auto found = images_.find(process);
    return found == images_.end() ? nullptr : &found->second.back();
}

void AddressSpaces::forked(std::uint32_t parent, std::uint32_t child, std::uint64_t time_ns) {
    Image copy;
    if (const Image* from = last_image(parent)) copy = *from;
    Image* image = begin_image(child, time_ns);
    if (image == nullptr || copy.parts == nullptr) return;
    image->comm = std::move(copy.comm);
    image->parts = std::move(copy.parts);
}

void AddressSpaces::execed(std::uint32_t process, std::string_view comm, std::uint64_t time_ns) {
    if (Image* image = begin_image(process, time_ns)) image->comm = comm;
}

void AddressSpaces::named(std::uint32_t process, std::string_view comm, std::uint64_t time_ns) {
    Image* image = last_image(process);
    if (image == nullptr) image = begin_image(process, time_ns);
    if (image != nullptr) image->comm = comm;
}

std::optional<FileNumber> AddressSpaces::mapped(std::uint32_t process, const Mapping& mapping,
                                                std::uint64_t time_ns) {
    const auto next = static_cast<FileNumber>(files_.size());
    const auto [known, added] = file_numbers_.emplace(std::pair{mapping.file, mapping.path}, next);
    if (added) files_.push_back({mapping.file, mapping.path, process});
    Image* image = last_image(process);
    if (image == nullptr) image = begin_image(process, time_ns);
    if (image != nullptr) {
        if (image->parts.use_count() > 1) image->parts = std::make_shared<Parts>(*image->parts);
        image->parts->push_back(
            {mapping.begin, mapping.end, mapping.file_offset, time_ns, known->second});
    }
    return added ? std::optional(next) : std::nullopt;
}

const AddressSpaces::Image* AddressSpaces::image(std::uint32_t process,
                                                 std::uint64_t time_ns) const {
    const auto found = images_.find(process);
    if (found == images_.end()) return nullptr;
    const auto& all = found->second;
    const auto after = std::upper_bound(
        all.begin(), all.end(), time_ns,
        [](std::uint64_t time, const Image& image) { return time < image.since_ns; });
    return after == all.begin() ? &all.front() : &*(after - 1);
}

std::optional<AddressSpaces::Place> AddressSpaces::find(std::uint32_t process,
                                                        std::uint64_t time_ns,
                                                        std::uint64_t address) const {
    const Image* at = image(process, time_ns);
    if (at == nullptr) return std::nullopt;
    const auto covers = [&](const Part& part) {
        return address >= part.begin && address < part.end;
    };
    const auto place = [&](const Part& part) {
        return Place{part.file, address - part.begin + part.file_offset};
    };
    // What was mapped last lies over what was there before.
    for (auto part = at->parts->rbegin(); part != at->parts->rend(); ++part)
        if (part->since_ns <= time_ns && covers(*part)) return place(*part);
    // A row of stacks is older than some of its frames: it goes on being counted.
    const auto later = std::find_if(at->parts->begin(), at->parts->end(), covers);
    return later == at->parts->end() ? std::nullopt : std::optional(place(*later));
}

std::string_view AddressSpaces::comm(std::uint32_t process, std::uint64_t time_ns) const {
    const Image* at = image(process, time_ns);
    return at == nullptr ? std::string_view{} : at->comm;
}

}  // namespace wbtrace::symbols
