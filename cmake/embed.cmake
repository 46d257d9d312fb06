# SPDX-License-Identifier: Apache-2.0
#
#     cmake -D PAGE=FILE -D OUTPUT=FILE.c -D HEADER=FILE.h -D NAME=ludo_page -P cmake/embed.cmake
#
# Writes a page template as two byte arrays, NAME_head and NAME_tail, the parts before and after the
# comment <!--ludo:page-->, which must occur once. HEADER declares them. Without PAGE both are
# empty.
set(marker "0x3c,0x21,0x2d,0x2d,0x6c,0x75,0x64,0x6f,0x3a,0x70,0x61,0x67,0x65,0x2d,0x2d,0x3e,")

if(PAGE)
    file(READ "${PAGE}" bytes HEX)
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
    string(LENGTH "${bytes}" length)
    string(LENGTH "${marker}" marker_length)
    string(FIND "${bytes}" "${marker}" at)
    string(FIND "${bytes}" "${marker}" last REVERSE)
    math(EXPR behind "${at} + ${marker_length}")
    if(at LESS_EQUAL 0 OR NOT at EQUAL last OR behind EQUAL length)
        message(FATAL_ERROR "${PAGE} must contain <!--ludo:page--> once, inside of it")
    endif()
    string(SUBSTRING "${bytes}" 0 ${at} head)
    string(SUBSTRING "${bytes}" ${behind} -1 tail)
    set(sizes "sizeof ${NAME}_head, ${NAME}_tail_size = sizeof ${NAME}_tail")
else()
    set(head 0)
    set(tail 0)
    set(sizes "0, ${NAME}_tail_size = 0")
endif()

file(WRITE "${OUTPUT}" "/* A page template; written by cmake/embed.cmake. */
#include \"${HEADER}\"
const unsigned char ${NAME}_head[] = {${head}};
const unsigned char ${NAME}_tail[] = {${tail}};
const size_t ${NAME}_head_size = ${sizes};
")
