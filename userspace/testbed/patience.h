// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <unistd.h>

namespace wbtrace::testbed {

/// Asks until it is true, for about five seconds: what others hold for a moment (udev looks at
/// each new device) is let go of.
template <typename Question>
bool wait_for(const Question& question) {
    for (int i = 0; i < 100; ++i) {
        if (question()) return true;
        ::usleep(50'000);
    }
    return question();
}

}  // namespace wbtrace::testbed
