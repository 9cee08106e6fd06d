// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "exports/request_letters.h"

namespace wbtrace::exports {

namespace {

char letter_of(std::uint8_t op) {
    switch (op) {
    case WB_OP_READ: return 'R';
    case WB_OP_WRITE:
    case WB_OP_WRITE_ZEROES: return 'W';
    case WB_OP_DISCARD: return 'D';
    default: return 'N';
    }
}

std::string with_flags(bool flush, char letter, std::uint32_t flags,
                       const analysis::RequestBits& bits) {
    std::string text;
    if (flush || (flags & bits.preflush) != 0) text += 'F';
    text += letter;
    if ((flags & bits.fua) != 0) text += 'F';
    if ((flags & bits.ahead) != 0) text += 'A';
    if ((flags & bits.sync) != 0) text += 'S';
    if ((flags & bits.meta) != 0) text += 'M';
    return text;
}

}  // namespace

std::string letters_of(const wb_request_done& record, const analysis::RequestBits& bits) {
    return with_flags(record.op == WB_OP_FLUSH, letter_of(record.op), record.cmd_flags, bits);
}

// The kernel's own numbers of operations: that reads are even and writes odd holds for all.
std::string letters_of(const wb_bio_remapped& record, const analysis::RequestBits& bits) {
    const char letter = record.bytes == 0 ? 'N' : (record.cmd_flags & 1) != 0 ? 'W' : 'R';
    return with_flags(false, letter, record.cmd_flags, bits);
}

}  // namespace wbtrace::exports
