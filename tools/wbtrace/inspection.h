// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <string>
#include <vector>

#include "recording/recording.h"

namespace wbtrace {

/// What a recording says of itself, as a page for people.
struct Inspection {
    std::string text;
    std::vector<std::string> faults;  ///< why it is not whole, or not as it was written
};

/// Reads all records to count them. `chunk_table`: a row for each chunk.
Inspection inspect(recording::Recording& recording, bool chunk_table);

/// What a reading of all of it met.
std::vector<std::string> faults_of(const recording::Reading& reading);

/// Looks at every checksum, at the index and at what is in the chunks.
std::vector<std::string> verify(recording::Recording& recording);

}  // namespace wbtrace
