// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "model/histogram.h"

namespace wbtrace::compare {

/// What a run was read from. Runs of different kinds are not compared: their figures differ in
/// what they count.
enum class Kind {
    numbers,  ///< a folder with one file a metric
    report,   ///< a JSON report of wbtrace, or a recording
    fio,      ///< JSON of fio
};

/// One measurement, as values.
struct Run {
    std::string name;  ///< the path it was read from
    Kind kind = Kind::numbers;
    /// By metric; several values when a file has a line for each repeat. What could not be had is
    /// not in it.
    std::map<std::string, std::vector<double>> figures = {};
    std::map<std::string, std::string> axes =
        {};  ///< of a matrix: the word of each axis, "label", "repeat"
    std::map<std::string, model::Histogram> histograms = {};  ///< of histogram_table()
    std::map<std::string, std::string> settings = {};         ///< of kernel and devices, by name
    std::string kernel = {};                                  ///< release; empty: not known
    std::vector<std::string> devices = {};                    ///< that were traced
    std::uint64_t events = 0;                                 ///< records that came in
    std::uint64_t lost = 0;                                   ///< that did not, over all causes
    bool unsettled = false;     ///< data of the command was still dirty
    std::string left_out = {};  ///< why nothing was measured; empty: it was
    std::string part = {};      ///< why it is only a part; empty: it is whole
};

}  // namespace wbtrace::compare
