// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "symbols/demangle.h"

#include <cstdlib>
#include <memory>

#include <libiberty/demangle.h>

namespace wbtrace::symbols {

namespace {

struct Free {
    void operator()(char* text) const { std::free(text); }
};

}  // namespace

std::string demangled(const char* symbol) {
    const std::unique_ptr<char, Free> text(cplus_demangle(symbol, DMGL_AUTO | DMGL_NO_OPTS));
    return text ? text.get() : symbol;
}

}  // namespace wbtrace::symbols
