# Everything comes from Debian's archive, by name (scripts/install-dependencies).
find_package(PkgConfig REQUIRED)
find_package(fmt REQUIRED)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(tl-expected REQUIRED)
find_package(Threads REQUIRED)
pkg_check_modules(LIBBPF REQUIRED IMPORTED_TARGET libbpf)
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)
pkg_check_modules(XXHASH REQUIRED IMPORTED_TARGET libxxhash)
pkg_check_modules(NCURSESW REQUIRED IMPORTED_TARGET ncursesw)
pkg_check_modules(BLKID REQUIRED IMPORTED_TARGET blkid)
find_package(ZLIB REQUIRED)
pkg_check_modules(LIBDW REQUIRED IMPORTED_TARGET libdw libelf)

# protozero is headers alone, without pkg-config and CMake files.
find_path(PROTOZERO_HEADERS NAMES protozero/pbf_writer.hpp REQUIRED)
add_library(protozero INTERFACE IMPORTED GLOBAL)
# SYSTEM: not our warnings.
target_include_directories(protozero SYSTEM INTERFACE ${PROTOZERO_HEADERS})

# The headers alone: the plan's reader is small, and no shared library is needed then.
find_path(TOMLPLUSPLUS_HEADERS NAMES toml++/toml.h REQUIRED)
add_library(tomlplusplus INTERFACE IMPORTED GLOBAL)
# SYSTEM: not our warnings.
target_include_directories(tomlplusplus SYSTEM INTERFACE ${TOMLPLUSPLUS_HEADERS})

# libiberty comes without pkg-config and CMake files. Its demangler knows C++, Rust and D.
find_library(LIBIBERTY_FILE NAMES libiberty_pic.a libiberty.a REQUIRED)
find_path(LIBIBERTY_HEADERS NAMES libiberty/demangle.h REQUIRED)
add_library(libiberty STATIC IMPORTED GLOBAL)
set_target_properties(libiberty PROPERTIES IMPORTED_LOCATION ${LIBIBERTY_FILE})
# SYSTEM: not our warnings.
target_include_directories(libiberty SYSTEM INTERFACE ${LIBIBERTY_HEADERS})

# Boost.Math is headers only, and of Boost nothing else is used.
find_path(BOOST_MATH_HEADERS boost/math/distributions/students_t.hpp REQUIRED)
add_library(boost_math INTERFACE)
target_include_directories(boost_math SYSTEM INTERFACE ${BOOST_MATH_HEADERS})
