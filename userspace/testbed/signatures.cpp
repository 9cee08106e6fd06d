// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "testbed/signatures.h"

#include <blkid/blkid.h>
#include <fcntl.h>
#include <unistd.h>

#include <memory>

#include "base/printable.h"
#include "base/unique_fd.h"
#include "testbed/failure.h"
#include "testbed/patience.h"

namespace wbtrace::testbed {
namespace {

struct FreeProbe {
    void operator()(blkid_probe probe) const { ::blkid_free_probe(probe); }
};
using Probe = std::unique_ptr<blkid_struct_probe, FreeProbe>;

Probe open_probe(int fd) {
    Probe probe(::blkid_new_probe());
    if (!probe || ::blkid_probe_set_device(probe.get(), fd, 0, 0) != 0) return nullptr;
    ::blkid_probe_enable_superblocks(probe.get(), 1);
    ::blkid_probe_set_superblocks_flags(probe.get(), BLKID_SUBLKS_TYPE | BLKID_SUBLKS_UUID |
                                                         BLKID_SUBLKS_LABEL | BLKID_SUBLKS_MAGIC |
                                                         BLKID_SUBLKS_BADCSUM);
    ::blkid_probe_enable_partitions(probe.get(), 1);
    ::blkid_probe_set_partitions_flags(probe.get(), BLKID_PARTS_MAGIC);
    return probe;
}

std::optional<std::string> value_of(const Probe& probe, const char* name) {
    const char* value = nullptr;
    if (::blkid_probe_lookup_value(probe.get(), name, &value, nullptr) != 0) return std::nullopt;
    return std::string(value);
}

std::string describe(const Probe& probe) {
    if (const auto type = value_of(probe, "TYPE")) return printable(*type);
    return "a partition table (" + printable(value_of(probe, "PTTYPE").value_or("unknown")) + ")";
}

bool bears(const Probe& probe, const std::string& mark) {
    return value_of(probe, "UUID") == mark || value_of(probe, "LABEL") == mark;
}

}  // namespace

Result<std::optional<std::string>> signature_of(const std::string& node) {
    const UniqueFd fd(::open(node.c_str(), O_RDONLY | O_CLOEXEC));
    if (!fd.valid()) return fail_with_errno("cannot open " + brief(node));
    const Probe probe = open_probe(fd.get());
    if (!probe) return fail("cannot look for signatures on " + brief(node));
    switch (::blkid_do_probe(probe.get())) {
    case 0: return std::optional<std::string>(describe(probe));
    case 1: return std::optional<std::string>();
    default: return fail("cannot read " + brief(node));
    }
}

Result<void> wipe_file_system(const std::string& node, const std::string& mark,
                              std::optional<std::string>& other) {
    UniqueFd fd;
    wait_for([&] {
        fd = UniqueFd(::open(node.c_str(), O_RDWR | O_CLOEXEC | O_EXCL));
        return fd.valid() || errno != EBUSY;
    });
    if (!fd.valid()) {
        if (errno == ENOENT || errno == ENXIO) return {};
        return fail_with_errno("cannot open " + brief(node));
    }
    const Probe probe = open_probe(fd.get());
    if (!probe) return fail("cannot look for signatures on " + brief(node));
    bool ours = false;
    // Some file systems have several, such as the copies of btrfs.
    while (::blkid_do_probe(probe.get()) == 0) {
        if (bears(probe, mark)) ours = true;
        if (!ours) {
            other = describe(probe);
            return {};
        }
        if (::blkid_do_wipe(probe.get(), 0) != 0) return fail_with_errno("cannot wipe " + node);
    }
    if (::fsync(fd.get()) != 0) return fail_with_errno("cannot write " + node);
    return {};
}

}  // namespace wbtrace::testbed
