// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// toml++ as we use it: an error is a value, and nothing of it is in a shared library.
#pragma once

#define TOML_EXCEPTIONS 0
#define TOML_HEADER_ONLY 1
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>
