# A room is one folder of userspace/: one namespace, one static library
# wb_<name>, which may use only the rooms named after DEPENDS.
#
#   wbtrace_room(views DEPENDS model LIBRARIES fmt::fmt)
#
# All .cpp files of the folder belong to it, so that a new file needs no entry.

add_library(wb_flags INTERFACE)
target_compile_options(wb_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror)
target_include_directories(wb_flags INTERFACE
  ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/userspace)
# A unity build sees the types of anonymous namespaces as if they stood in a header.
if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(wb_flags INTERFACE -Wno-subobject-linkage)
endif()
if(WBTRACE_SANITIZE)
  target_compile_options(wb_flags INTERFACE
    -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(wb_flags INTERFACE -fsanitize=address,undefined)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    target_compile_options(wb_flags INTERFACE -fsanitize=fuzzer-no-link)
  endif()
endif()

function(wbtrace_room name)
  cmake_parse_arguments(ROOM "" "" "DEPENDS;LIBRARIES;PRIVATE_LIBRARIES" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  list(TRANSFORM ROOM_DEPENDS PREPEND wb_)
  if(sources)
    add_library(wb_${name} STATIC ${sources})
    target_link_libraries(wb_${name} PUBLIC wb_flags ${ROOM_DEPENDS} ${ROOM_LIBRARIES}
                          PRIVATE ${ROOM_PRIVATE_LIBRARIES})
  else()
    add_library(wb_${name} INTERFACE)
    target_link_libraries(wb_${name} INTERFACE wb_flags ${ROOM_DEPENDS} ${ROOM_LIBRARIES})
  endif()
endfunction()
