// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "model/sync.h"

namespace wbtrace::model {

SyncRequests& SyncRequests::operator+=(const SyncRequests& other) {
    requests += other.requests;
    bytes += other.bytes;
    return *this;
}

SyncWait& SyncWait::operator+=(const SyncWait& other) {
    data_ns += other.data_ns;
    flush_ns += other.flush_ns;
    journal_ns += other.journal_ns;
    rest_ns += other.rest_ns;
    data += other.data;
    flush += other.flush;
    journal += other.journal;
    return *this;
}

}  // namespace wbtrace::model
