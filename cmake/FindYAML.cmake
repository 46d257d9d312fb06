# SPDX-License-Identifier: Apache-2.0
#
# libyaml as YAML::YAML; it has a pkg-config file but no CMake package.
include(FindPackageHandleStandardArgs)

find_path(YAML_INCLUDE_DIR yaml.h)
find_library(YAML_LIBRARY yaml)
mark_as_advanced(YAML_INCLUDE_DIR YAML_LIBRARY)
find_package_handle_standard_args(YAML REQUIRED_VARS YAML_LIBRARY YAML_INCLUDE_DIR)
if(YAML_FOUND AND NOT TARGET YAML::YAML)
    add_library(YAML::YAML UNKNOWN IMPORTED)
    set_target_properties(YAML::YAML PROPERTIES
                          IMPORTED_LOCATION "${YAML_LIBRARY}"
                          INTERFACE_INCLUDE_DIRECTORIES "${YAML_INCLUDE_DIR}")
endif()
