// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "recording/recorder.h"

#include <pthread.h>
#include <signal.h>

#include <exception>
#include <thread>
#include <utility>

#include "recording/block_queue.h"
#include "recording/facts_text.h"
#include "recording/name_keeper.h"

namespace wbtrace::recording {

namespace {

// Some hundred KiB, so that a limited recording has room for each.
constexpr std::size_t rows_in_chunk = 1024;

/// What a reader may refuse goes first: on a machine with very many files or processes those are
/// most of it.
std::string bounded_text(const analysis::CutFacts& facts) {
    auto text = facts_text(facts);
    if (text.size() <= most_facts_bytes) return text;
    auto less = facts;
    less.files.clear();
    less.machine.accounts.clear();
    return facts_text(less);
}

std::span<const std::byte> bytes_of_text(const std::string& text) {
    return std::as_bytes(std::span(text));
}

template <typename Record>
void note(NameKeeper&, const Record&) {}
void note(NameKeeper& names, const wb_file_seen& record) { names.note(record); }
void note(NameKeeper& names, const wb_cgroup_made& record) { names.note(record); }

}  // namespace

struct Recorder::Parts {
    Parts(ChunkFile to, bool part) : file(std::move(to)), keeps_names(part) {}

    void run();
    void write(const Piece& piece);
    Result<void> write_block(ChunkKind kind, const RecordBlock& block);
    Result<void> write_facts(const Piece& piece);
    Result<void> write_end(const Piece& piece);
    void finish(const Piece& piece);

    BlockQueue queue;
    ChunkFile file;
    const bool keeps_names;
    NameKeeper names;  // of who shows the records
    std::vector<std::byte> payload;
    std::uint64_t unwritten = 0;  // records
    std::optional<Error> failure;
    std::thread thread;
};

Recorder::Recorder(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

Result<std::unique_ptr<Recorder>> Recorder::create(const std::string& path, Keep keep) {
    auto file = ChunkFile::create(path, keep);
    if (!file) return tl::unexpected(file.error());
    auto parts = std::make_unique<Parts>(std::move(*file), keep.part());
    return std::unique_ptr<Recorder>(new Recorder(std::move(parts)));
}

Recorder::~Recorder() {
    parts_->queue.close();
    if (parts_->thread.joinable()) parts_->thread.join();
}

void Recorder::begin(const analysis::StartFacts& facts) {
    parts_->queue.add(Piece{ChunkKind::start, {}, facts_text(facts), facts.start_ns, {}});
}

/// Signals are the main thread's business: the new one inherits a mask of all.
void Recorder::write() {
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    try {
        parts_->thread = std::thread([parts = parts_.get()] { parts->run(); });
        pthread_setname_np(parts_->thread.native_handle(), "wbt-recording");
    } catch (const std::exception&) {
        parts_->failure = Error{"no thread can be had to write the recording",
                                "raise the limit on processes (ulimit -u)"};
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

#define WB_RECORD_METHOD(number, name, type, what)            \
    void Recorder::on(const type& record) {                   \
        if (parts_->keeps_names) note(parts_->names, record); \
        parts_->queue.add(number, bytes_of(record));          \
    }
WB_EVENT_LIST(WB_RECORD_METHOD)
#undef WB_RECORD_METHOD

void Recorder::cut(const analysis::CutFacts& facts) {
    parts_->queue.add(Piece{ChunkKind::cut, {}, bounded_text(facts), facts.cut_ns, {}});
}

/// A part that a reader would refuse, for names without end, is left out: the rest then counts as
/// not whole.
void Recorder::stacks(const model::NamedStacks& stacks, std::uint64_t time_ns) {
    for (const auto& part : parts_of(stacks, rows_in_chunk)) {
        auto text = facts_text(part);
        if (text.size() <= most_facts_bytes)
            parts_->queue.add(Piece{ChunkKind::stacks, {}, std::move(text), time_ns, {}});
    }
}

Outcome Recorder::end(const analysis::CutFacts& facts) {
    auto& parts = *parts_;
    if (parts.keeps_names) {
        auto block = std::make_unique<RecordBlock>(parts.names.block());
        if (!block->empty())
            parts.queue.add(Piece{ChunkKind::names, std::move(block), {}, facts.cut_ns, {}});
    }
    parts.queue.add(Piece{ChunkKind::end, {}, bounded_text(facts), facts.cut_ns, {}});
    if (!parts.thread.joinable() && !parts.failure) write();
    parts.queue.close();
    if (parts.thread.joinable()) parts.thread.join();
    if (auto there = parts.file.still_there(); !there && !parts.failure)
        parts.failure = there.error();
    return {parts.file.records(),
            parts.file.bytes(),
            parts.file.dropped_records(),
            parts.queue.lost() + parts.unwritten,
            parts.failure,
            parts.file.readable()};
}

void Recorder::Parts::run() {
    while (auto piece = queue.take()) {
        try {
            write(*piece);
        } catch (const std::exception& error) {
            if (!failure) failure = Error{std::string("the recording failed: ") + error.what()};
        }
        if (piece->block && piece->kind == ChunkKind::records)
            queue.recycle(std::move(piece->block));
    }
}

/// After a failure only the end is tried: it matters more than the youngest records.
void Recorder::Parts::write(const Piece& piece) {
    Result<void> done;
    if (piece.kind == ChunkKind::end) return finish(piece);
    if (failure) {
        if (piece.kind == ChunkKind::records) unwritten += piece.block->count();
        return;
    }
    if (piece.block)
        done = write_block(piece.kind, *piece.block);
    else if (piece.kind == ChunkKind::gap)
        done =
            file.write({piece.kind, piece.gap.first_ns, piece.gap.last_ns, 0}, bytes_of(piece.gap));
    else
        done = write_facts(piece);
    if (done) return;
    failure = done.error();
    if (piece.kind == ChunkKind::records) unwritten += piece.block->count();
}

Result<void> Recorder::Parts::write_block(ChunkKind kind, const RecordBlock& block) {
    payload.clear();
    block.encode(payload);
    return file.write({kind, block.first_ns(), block.last_ns(), block.count()}, payload);
}

Result<void> Recorder::Parts::write_facts(const Piece& piece) {
    return file.write({piece.kind, piece.time_ns, piece.time_ns, 0}, bytes_of_text(piece.facts));
}

Result<void> Recorder::Parts::write_end(const Piece& piece) {
    if (unwritten == 0) return write_facts(piece);
    const Gap gap{unwritten, piece.time_ns, piece.time_ns};
    auto done = file.write({ChunkKind::gap, gap.first_ns, gap.last_ns, 0}, bytes_of(gap));
    return done ? write_facts(piece) : done;
}

void Recorder::Parts::finish(const Piece& piece) {
    for (;;) {
        const auto before = file.chunks();
        auto done = write_end(piece);
        if (done) break;
        if (!failure) failure = done.error();
        while (file.chunks() > before) file.drop_youngest();
        const auto dropped = file.drop_youngest();
        if (!dropped) return;
        if (dropped->is(ChunkKind::records)) unwritten += dropped->count;
    }
    // Without an index the recording is read all the same.
    if (auto done = file.finish(); !done && !failure) failure = done.error();
}

}  // namespace wbtrace::recording
