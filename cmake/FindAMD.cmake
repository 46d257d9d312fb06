# SPDX-License-Identifier: Apache-2.0
#
# SuiteSparse AMD as AMD::AMD; only its later versions have a CMake package of their own.
include(FindPackageHandleStandardArgs)

find_path(AMD_INCLUDE_DIR amd.h PATH_SUFFIXES suitesparse)
find_library(AMD_LIBRARY amd)
find_library(AMD_CONFIG_LIBRARY suitesparseconfig)
mark_as_advanced(AMD_INCLUDE_DIR AMD_LIBRARY AMD_CONFIG_LIBRARY)
find_package_handle_standard_args(AMD REQUIRED_VARS AMD_LIBRARY AMD_INCLUDE_DIR)
if(AMD_FOUND AND NOT TARGET AMD::AMD)
    add_library(AMD::AMD UNKNOWN IMPORTED)
    set_target_properties(AMD::AMD PROPERTIES
                          IMPORTED_LOCATION "${AMD_LIBRARY}"
                          INTERFACE_INCLUDE_DIRECTORIES "${AMD_INCLUDE_DIR}")
    # a shared library names the libraries that it uses, an archive does not
    if(AMD_CONFIG_LIBRARY AND AMD_LIBRARY MATCHES "\\${CMAKE_STATIC_LIBRARY_SUFFIX}$")
        set_target_properties(AMD::AMD PROPERTIES
                              IMPORTED_LINK_INTERFACE_LIBRARIES "${AMD_CONFIG_LIBRARY}")
    endif()
endif()
