# SPDX-License-Identifier: Apache-2.0
#
# The page that `ludo report` fills in. LUDO_PAGE_FILE says where it is once it is built; it is
# empty where there is none, and then the program says so when it is asked for a report.
set(LUDO_PAGE "" CACHE STRING
    "page of the report: a file made elsewhere; OFF: none; empty: built from web/")

find_program(LUDO_NODE NAMES node nodejs)
find_program(LUDO_NPM npm)

# sets `why` where the page can't be built: without Node.js, or offline before the first build
function(ludo_page_obstacle why)
    set(${why} "it is built by Node.js 18 or later with npm" PARENT_SCOPE)
    if(LUDO_NODE AND LUDO_NPM)
        execute_process(COMMAND ${LUDO_NODE} --version OUTPUT_VARIABLE version ERROR_QUIET)
        string(REGEX REPLACE "^v([0-9.]+).*" "\\1" version "${version}")
        if(version VERSION_GREATER_EQUAL 18)
            execute_process(COMMAND ${PROJECT_SOURCE_DIR}/tools/build_page RESULT_VARIABLE failed
                            OUTPUT_VARIABLE said ERROR_VARIABLE said)
            if(failed)
                message(WARNING "${said}")
                set(${why} "its packages can't be had" PARENT_SCOPE)
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
        message(FATAL_ERROR "LUDO_PAGE: there is no file ${LUDO_PAGE_FILE}")
    endif()
elseif(LUDO_PAGE STREQUAL "")
    ludo_page_obstacle(why)
    if(why)
        message(STATUS "No page for reports: ${why}")
    else()
        set(LUDO_PAGE_FILE ${PROJECT_BINARY_DIR}/page/report.html)
        file(GLOB_RECURSE sources CONFIGURE_DEPENDS web/src/*)
        list(APPEND sources web/index.html web/package.json web/package-lock.json
             web/tsconfig.json web/vite.config.ts tools/build_page)
        list(TRANSFORM sources PREPEND ${PROJECT_SOURCE_DIR}/ REGEX "^[^/]")
        add_custom_command(OUTPUT ${LUDO_PAGE_FILE}
                           COMMAND ${PROJECT_SOURCE_DIR}/tools/build_page ${LUDO_PAGE_FILE}
                           DEPENDS ${sources}
                           COMMENT "Building the page of reports"
                           VERBATIM)
    endif()
endif()
