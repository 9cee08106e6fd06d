// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

// Debian 12 has version 2 of Catch, Debian 13 version 3. Tests use what both know.
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
using Catch::Approx;
#else
#include <catch2/catch.hpp>
#endif
