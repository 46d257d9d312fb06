# SPDX-License-Identifier: Apache-2.0
#
# Embeds the page LUDO_PAGE_FILE in the program, as the arrays of apps/ludo/page/page_template.h.
set(LUDO_PAGE_ARRAYS ${PROJECT_BINARY_DIR}/page_template.c)
add_custom_command(OUTPUT ${LUDO_PAGE_ARRAYS}
                   COMMAND ${CMAKE_COMMAND} -D PAGE=${LUDO_PAGE_FILE} -D OUTPUT=${LUDO_PAGE_ARRAYS}
                           -P ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
                   DEPENDS ${PROJECT_SOURCE_DIR}/cmake/embed.cmake ${LUDO_PAGE_FILE}
                   COMMENT "Embedding the report page"
                   VERBATIM)
target_sources(ludo PRIVATE ${LUDO_PAGE_ARRAYS})
