# SPDX-License-Identifier: Apache-2.0
#
# The page template of `ludo report`. LUDO_PAGE_FILE is its path after the build; it is empty if no
# page can be built, and then `ludo report` fails with an error.
set(LUDO_PAGE "" CACHE STRING
    "report page: path of a built page; OFF: no page; empty: build it from web/")

find_program(LUDO_NODE NAMES node nodejs)
find_program(LUDO_NPM npm)

# sets `why` to the reason why the page cannot be built: no Node.js, or its packages are missing
function(ludo_page_obstacle why)
    set(${why} "its build needs Node.js 18 or later with npm" PARENT_SCOPE)
    if(LUDO_NODE AND LUDO_NPM)
        execute_process(COMMAND ${LUDO_NODE} --version OUTPUT_VARIABLE version ERROR_QUIET)
        string(REGEX REPLACE "^v([0-9.]+).*" "\\1" version "${version}")
        if(version VERSION_GREATER_EQUAL 18)
            execute_process(COMMAND ${PROJECT_SOURCE_DIR}/tools/build_page RESULT_VARIABLE failed
                            OUTPUT_VARIABLE said ERROR_VARIABLE said)
            if(failed)
                message(WARNING "${said}")
                set(${why} "npm could not install its packages" PARENT_SCOPE)
            else()
                set(${why} "" PARENT_SCOPE)
            endif()
        endif()
    endif()
endfunction()

set(LUDO_PAGE_FILE "")
if(LUDO_PAGE)
    cmake_path(ABSOLUTE_PATH LUDO_PAGE BASE_DIRECTORY ${PROJECT_SOURCE_DIR} NORMALIZE
               OUTPUT_VARIABLE LUDO_PAGE_FILE)
    if(NOT EXISTS ${LUDO_PAGE_FILE})
        message(FATAL_ERROR "LUDO_PAGE: no such file: ${LUDO_PAGE_FILE}")
    endif()
elseif(LUDO_PAGE STREQUAL "")
    ludo_page_obstacle(why)
    if(why)
        message(STATUS "No report page: ${why}")
    else()
        set(LUDO_PAGE_FILE ${PROJECT_BINARY_DIR}/page/report.html)
        file(GLOB_RECURSE sources CONFIGURE_DEPENDS web/src/*)
        list(APPEND sources web/index.html web/package.json web/package-lock.json
             web/tsconfig.json web/vite.config.ts tools/build_page)
        list(TRANSFORM sources PREPEND ${PROJECT_SOURCE_DIR}/ REGEX "^[^/]")
        add_custom_command(OUTPUT ${LUDO_PAGE_FILE}
                           COMMAND ${PROJECT_SOURCE_DIR}/tools/build_page ${LUDO_PAGE_FILE}
                           DEPENDS ${sources}
                           COMMENT "Building the report page"
                           VERBATIM)
    endif()
endif()
