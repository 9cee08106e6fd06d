// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <vector>

#include "model/snapshot.h"

namespace wbtrace::host {

/// Where one number was used for several media during a trace, their names get numbers in
/// the order of their diskseq: "loop0 (1)", "loop0 (2)". As a parent the last one is meant.
void tell_media_apart(std::vector<model::DeviceIdentity>& devices);

/// Fills DeviceIdentity::layer.
void number_layers(std::vector<model::DeviceIdentity>& devices);

}  // namespace wbtrace::host
