// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/file_rows.h"

#include <algorithm>
#include <tuple>

#include "analysis/bounded_table.h"
#include "analysis/charge.h"
#include "analysis/elapsed.h"
#include "analysis/file_name.h"
#include "analysis/record_fields.h"

namespace wbtrace::analysis {

namespace {

constexpr std::size_t most_files = 16384;  // stated in docs/overhead.md

struct InodeKey {
    std::uint32_t dev = 0;
    std::uint32_t generation = 0;
    std::uint64_t inode = 0;
    bool operator==(const InodeKey&) const = default;
};

struct InodeHash {
    std::size_t operator()(const InodeKey& key) const {
        return mix(mix(key.inode, key.dev), key.generation);
    }
};

static_assert(model::file_folio_orders == WB_FOLIO_ORDERS);

/// A device's node, or the tree of btrfs: their pages are metadata.
bool is_no_file(std::uint32_t s_dev, std::uint64_t inode, const Context& context) {
    if (context.filesystems.is_device_node(s_dev)) return true;
    const Filesystem* filesystem = context.filesystems.by_dev(s_dev);
    return filesystem && filesystem->type == "btrfs" && inode == btrfs_tree_inode;
}

class FileRows final : public Aggregator {
public:
    explicit FileRows(const Context& context) : context_(context) {}

    using Aggregator::on;
    void on(const wb_request_done& record) override;
    void on(const wb_page_run& record) override;
    void on(const wb_file_seen& record) override;
    void fill(model::Snapshot& snapshot) const override;

private:
    model::FileFigures& row_of(const wb_request_done& record, model::RequestKind kind);
    void add_dirtied(const wb_page_run& record, model::FileFigures& to) const;
    [[nodiscard]] std::uint64_t since_start(std::uint64_t time_ns) const;
    void name(model::FileFigures& row) const;

    const Context& context_;
    BoundedTable<InodeKey, model::FileFigures, InodeHash> files_{rows_kept(most_files, context_)};
    KindRows<model::FileFigures> kinds_;
};

model::FileFigures& FileRows::row_of(const wb_request_done& record, model::RequestKind kind) {
    if (kind == model::RequestKind::file_data && (record.flags & WB_REQUEST_INODE_KNOWN) != 0)
        return files_.at({record.inode_dev, record.generation, record.inode});
    return kinds_.at(record, kind, context_);
}

void FileRows::on(const wb_request_done& record) {
    if (!counts_in_tables(record, context_)) return;
    const auto kind = kind_of(record, context_);
    model::FileFigures& row = row_of(record, kind);
    charge(record, kind, row.charged);
    if (record.bios != WB_BIOS_MANY && record.bios != 0) {
        row.bios += record.bios;
        ++row.bios_requests;
    }
    if (record.op == WB_OP_WRITE)
        row.last_written_ns =
            std::max(row.last_written_ns.value_or(0), since_start(record.header.time_ns));
}

void FileRows::on(const wb_page_run& record) {
    // The pages of a device's node are no file's; their requests have a kind.
    if (is_no_file(record.inode_dev, record.inode, context_)) return;
    model::FileFigures& row = files_.at({record.inode_dev, record.generation, record.inode});
    switch (record.action) {
    case WB_PAGES_DIRTIED: return add_dirtied(record, row);
    case WB_PAGES_ADDED: row.added_pages += record.pages; return;
    case WB_PAGES_EVICTED: row.evicted_pages += record.pages; return;
    default: return;
    }
}

void FileRows::add_dirtied(const wb_page_run& record, model::FileFigures& to) const {
    to.dirtied_pages += record.pages;
    to.dirtied_bytes += times(record.pages, context_.page_bytes);
    for (std::size_t order = 0; order < model::file_folio_orders; ++order)
        to.dirtied_folios[order] += record.orders[order];
    const auto first_ns = since_start(record.first_ns);
    to.first_dirtied_ns = std::min(to.first_dirtied_ns.value_or(UINT64_MAX), first_ns);
}

void FileRows::on(const wb_file_seen& record) {
    if (is_no_file(record.inode_dev, record.inode, context_)) return;
    model::FileFigures& row = files_.at({record.inode_dev, record.generation, record.inode});
    // Of an unlinked file that is met again the name it had tells more than none.
    if (auto path = path_in_filesystem(record); !path.empty()) row.path = std::move(path);
    if ((record.flags & WB_FILE_UNLINKED) != 0) row.state = model::FileState::deleted;
}

std::uint64_t FileRows::since_start(std::uint64_t time_ns) const {
    return time_ns > context_.start_ns ? time_ns - context_.start_ns : 0;
}

void FileRows::name(model::FileFigures& row) const {
    if (row.path.empty()) return;
    row.path = path_of(row.path, row.s_dev, context_);
    if (!context_.find_file || !row.path.starts_with('/')) return;
    const FilePlace now = context_.find_file(row.path, row);
    if (now.state == model::FileState::unknown) return;
    row.state = now.state;
    row.renamed_to = now.renamed_to;
}

void FileRows::fill(model::Snapshot& snapshot) const {
    auto& rows = snapshot.files;
    rows.clear();
    files_.for_each([&](const InodeKey& key, const model::FileFigures& figures) {
        model::FileFigures& row = rows.emplace_back(figures);
        row.s_dev = key.dev;
        row.dev = dev_text(key.dev);
        row.inode = key.inode;
        row.generation = key.generation;
        name(row);
    });
    kinds_.add_to(rows);
    finish_rows(files_, rows, [](const model::FileFigures& row) {
        return std::tuple(row.kind, row.s_dev, row.inode, row.generation,
                          std::string_view(row.filesystem));
    });
}

}  // namespace

std::unique_ptr<Aggregator> make_file_rows(const Context& context) {
    return std::make_unique<FileRows>(context);
}

}  // namespace wbtrace::analysis
