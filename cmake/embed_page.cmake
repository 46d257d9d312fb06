# SPDX-License-Identifier: Apache-2.0
#
# Embeds pages in the program: that of reports, LUDO_PAGE_FILE, as the arrays of
# apps/ludo/page/page_template.h; that of sweeps as those of apps/ludo/sweep/page_template.h.
function(ludo_embed_page name page header comment)
    set(arrays ${PROJECT_BINARY_DIR}/${name}_template.c)
    add_custom_command(OUTPUT ${arrays}
                       COMMAND ${CMAKE_COMMAND} -D PAGE=${page} -D OUTPUT=${arrays}
                               -D HEADER=${header} -D NAME=${name}
                               -P ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
                       DEPENDS ${PROJECT_SOURCE_DIR}/cmake/embed.cmake ${page}
                       COMMENT "Embedding the ${comment} page"
                       VERBATIM)
    target_sources(ludo PRIVATE ${arrays})
endfunction()

ludo_embed_page(ludo_page "${LUDO_PAGE_FILE}" page/page_template.h report)
ludo_embed_page(ludo_sweep_page ${PROJECT_SOURCE_DIR}/apps/ludo/sweep/page.html
                sweep/page_template.h sweep)
