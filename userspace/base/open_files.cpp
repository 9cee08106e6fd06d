// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "base/open_files.h"

#include <cerrno>

namespace wbtrace {

std::string remedy_for(int error, std::string otherwise) {
    if (error == EMFILE) return "allow more open files: ulimit -n 1024";
    if (error == ENFILE) return "allow the system more open files: sysctl fs.file-max";
    return otherwise;
}

}  // namespace wbtrace
