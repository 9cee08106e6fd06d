// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "testbed/bed_builder.h"

#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "base/printable.h"
#include "testbed/failure.h"
#include "testbed/file_system.h"
#include "testbed/loop_device.h"
#include "testbed/md_array.h"
#include "testbed/real_devices.h"
#include "testbed/requirements.h"
#include "testbed/settings.h"

namespace wbtrace::testbed {
namespace {

using Kind = plan::Layout::Kind;

BedBuilder::Step possible() { return std::optional<Skip>(); }
BedBuilder::Step impossible(std::string reason) { return std::optional(Skip{std::move(reason)}); }

}  // namespace

BedBuilder::Step BedBuilder::run() {
    for (const auto step :
         {&BedBuilder::check, &BedBuilder::find_members, &BedBuilder::put_together,
          &BedBuilder::set_queues, &BedBuilder::make_file_systems, &BedBuilder::set_block_size,
          &BedBuilder::mount_all, &BedBuilder::set_limits}) {
        auto outcome = (this->*step)();
        if (!outcome || *outcome) return outcome;
    }
    return possible();
}

/// What can be seen before anything is made.
BedBuilder::Step BedBuilder::check() { return why_impossible(wanted_, pool_, Modules::load); }

BedBuilder::Step BedBuilder::find_members() {
    return pool_.real.empty() ? make_loop_members() : take_real_members();
}

BedBuilder::Step BedBuilder::take_real_members() {
    const unsigned devices = wanted_.layout.devices;
    for (unsigned i = 0; i < devices; ++i) {
        // Much can have happened since the start.
        if (auto unused = check_unused(pool_.real[i]); !unused)
            return tl::unexpected(unused.error());
        // The journal may be read in another directory, when links lead elsewhere.
        std::error_code error;
        members_.push_back(std::filesystem::canonical(pool_.real[i], error).string());
        if (error) return fail("cannot open " + brief(pool_.real[i]));
    }
    return possible();
}

BedBuilder::Step BedBuilder::make_loop_members() {
    const LoopWish wish{pool_.loop_folder, pool_.loop_bytes, wanted_.block_size};
    for (unsigned i = 0; i < wanted_.layout.devices; ++i) {
        auto loop = make_loop_device(wish, journal_);
        if (!loop) return tl::unexpected(loop.error());
        if (auto* skip = std::get_if<Skip>(&*loop)) return std::optional(std::move(*skip));
        members_.push_back(std::get<std::string>(*loop));
    }
    return possible();
}

BedBuilder::Step BedBuilder::put_together() {
    if (is(Kind::md)) {
        auto array = make_array(wanted_.layout, members_, pool_.chunk_kib, journal_);
        if (!array) return tl::unexpected(array.error());
        if (auto* skip = std::get_if<Skip>(&*array)) return std::optional(std::move(*skip));
        tops_ = {{std::get<std::string>(*array)}};
    } else if (is(Kind::btrfs)) {
        tops_ = {members_};
    } else {
        for (const std::string& member : members_) tops_.push_back({member});
    }
    for (const auto& top : tops_)
        for (const std::string& node : top) bed_.devices_.push_back(kernel_name_of(node));
    for (const std::string& node : members_) bed_.members_.push_back(kernel_name_of(node));
    bed_.device_path_ = tops_.front().front();
    return possible();
}

BedBuilder::Step BedBuilder::set_queues() {
    const auto folder_of = [](const std::string& node) {
        return "/sys/class/block/" + disk_of(kernel_name_of(node)) + "/queue";
    };
    for (const std::string& member : members_) {
        auto skip = set_queue(folder_of(member), wanted_.queue, journal_);
        if (!skip || *skip) return skip;
    }
    if (!is(Kind::md)) return possible();
    // Of what the array has itself, such as read-ahead; it has no scheduler and merges nothing.
    for (const plan::QueueSetting& setting : wanted_.queue) {
        auto skip = set_queue(folder_of(bed_.device_path_), {setting}, journal_);
        if (!skip) return skip;
    }
    return possible();
}

BedBuilder::Step BedBuilder::make_file_systems() {
    if (raw()) return possible();
    const bool signed_over = !pool_.real.empty() && !is(Kind::md);
    const std::string profile = is(Kind::btrfs) ? wanted_.layout.level : "";
    for (const auto& top : tops_) {
        auto made = make_file_system(wanted_.fs, top, profile, signed_over, journal_);
        if (!made) return tl::unexpected(made.error());
    }
    return possible();
}

BedBuilder::Step BedBuilder::set_block_size() {
    if (!wanted_.block_size) return possible();
    const auto bytes = static_cast<int>(*wanted_.block_size);
    for (const auto& top : tops_) {
        for (const std::string& node : top) {
            UniqueFd fd(::open(node.c_str(), O_RDONLY | O_CLOEXEC));
            if (!fd.valid()) return fail_with_errno("cannot open " + node);
            if (::ioctl(fd.get(), BLKBSZSET, &bytes) != 0) {
                if (errno == EINVAL)
                    return impossible(fmt::format("{} cannot have blocks of {} B", node, bytes));
                return fail_with_errno(fmt::format("cannot set the block size of {}", node));
            }
            bed_.held_open_.push_back(std::move(fd));
        }
    }
    return possible();
}

BedBuilder::Step BedBuilder::mount_all() {
    if (raw()) return possible();
    for (const auto& top : tops_) {
        auto folder = mount_file_system(wanted_.fs, top, journal_);
        if (!folder) return tl::unexpected(folder.error());
        bed_.folders_.push_back(std::move(*folder));
    }
    return possible();
}

/// Last, so that mkfs is not throttled and leaves nothing in the caches.
BedBuilder::Step BedBuilder::set_limits() {
    if (wanted_.dirty) {
        if (auto set = set_dirty_limits(*wanted_.dirty, journal_); !set)
            return tl::unexpected(set.error());
    }
    if (wanted_.drop_caches) {
        if (auto dropped = drop_caches(); !dropped) return tl::unexpected(dropped.error());
    }
    return possible();
}

}  // namespace wbtrace::testbed
