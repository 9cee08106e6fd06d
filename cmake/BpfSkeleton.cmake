# From bpf/probes/*.bpf.c to a C++ header:
#   clang compiles each file, `bpftool gen object` links them (which also drops
#   the debug information of the host compiler), `bpftool gen skeleton` writes
#   the header. Nothing generated is committed.
find_program(CLANG NAMES clang REQUIRED)
find_program(BPFTOOL NAMES bpftool PATHS /usr/sbin /sbin REQUIRED)

function(wbtrace_bpf_skeleton name)
  set(objects)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.h
       ${PROJECT_SOURCE_DIR}/vmlinux/*.h)
  foreach(source ${ARGN})
    get_filename_component(stem ${source} NAME_WE)
    set(object ${CMAKE_CURRENT_BINARY_DIR}/${stem}.o)
    add_custom_command(OUTPUT ${object}
      COMMAND ${CLANG} -target bpf -mcpu=v3 -O2 -g -Wall -Wextra -Werror
              -Wno-unused-parameter -Wno-missing-declarations
              -I ${CMAKE_CURRENT_SOURCE_DIR} -I ${PROJECT_SOURCE_DIR}
              -I ${PROJECT_SOURCE_DIR}/vmlinux
              -c ${source} -o ${object}
      DEPENDS ${source} ${headers} COMMENT "BPF ${stem}" VERBATIM)
    list(APPEND objects ${object})
  endforeach()
  set(linked ${CMAKE_CURRENT_BINARY_DIR}/${name}.bpf.o)
  set(skeleton ${CMAKE_CURRENT_BINARY_DIR}/${name}.skel.h)
  add_custom_command(OUTPUT ${linked}
    COMMAND ${BPFTOOL} gen object ${linked} ${objects}
    DEPENDS ${objects} COMMENT "BPF link ${name}" VERBATIM)
  add_custom_command(OUTPUT ${skeleton}
    COMMAND sh -c "'${BPFTOOL}' gen skeleton '${linked}' name ${name}_bpf > '${skeleton}'"
    DEPENDS ${linked} COMMENT "BPF skeleton ${name}" VERBATIM)
  add_custom_target(${name}_skeleton_file DEPENDS ${skeleton} ${linked})
  add_library(wb_skeleton INTERFACE)
  add_dependencies(wb_skeleton ${name}_skeleton_file)
  # SYSTEM: generated code need not meet our warnings.
  target_include_directories(wb_skeleton SYSTEM INTERFACE ${CMAKE_CURRENT_BINARY_DIR})
endfunction()
