# SPDX-License-Identifier: Apache-2.0
#
# Files of `cmake --install`, and how other projects find them: by pkg-config (ludo.pc) and by
# find_package(ludo), which defines ludo::ludo and, with COMPONENTS static, ludo::ludo_static.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/ludo)

install(DIRECTORY include/ludo TYPE INCLUDE FILES_MATCHING PATTERN "*.h")
install(TARGETS ludo_shared EXPORT ludo-targets)
install(TARGETS ludo_static EXPORT ludo-static-targets)
foreach(set ludo-targets ludo-static-targets)
    install(EXPORT ${set} NAMESPACE ludo:: DESTINATION ${package_dir})
endforeach()

configure_package_config_file(cmake/ludo-config.cmake.in ludo-config.cmake
                              INSTALL_DESTINATION ${package_dir} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(ludo-config-version.cmake COMPATIBILITY SameMinorVersion)
# the path from the .pc file to the prefix is relative: the installed tree can be moved
file(RELATIVE_PATH LUDO_PC_UP ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
configure_file(cmake/ludo.pc.in ludo.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/ludo-config.cmake
              ${PROJECT_BINARY_DIR}/ludo-config-version.cmake
              cmake/FindAMD.cmake cmake/FindYAML.cmake DESTINATION ${package_dir})
install(FILES ${PROJECT_BINARY_DIR}/ludo.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(FILES LICENSE NOTICE DESTINATION ${CMAKE_INSTALL_DOCDIR})
