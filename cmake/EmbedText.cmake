# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# cmake -D "PARTS=a/page.js;a/page.css" -D OUTPUT=parts.h -P EmbedText.cmake
# writes a header with one `constexpr std::string_view` per file: page_js, page_css.
set(text "// Made by EmbedText.cmake.\n#pragma once\n\n#include <string_view>\n\n")
string(APPEND text "namespace wbtrace::embedded {\n\n")
foreach(part IN LISTS PARTS)
  get_filename_component(name ${part} NAME)
  string(REPLACE "." "_" name ${name})
  file(READ ${part} content)
  string(APPEND text "inline constexpr std::string_view ${name} = R\"~~~(${content})~~~\";\n\n")
endforeach()
string(APPEND text "}  // namespace wbtrace::embedded\n")
file(WRITE ${OUTPUT} "${text}")
