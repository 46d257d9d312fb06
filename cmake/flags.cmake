# SPDX-License-Identifier: Apache-2.0
#
# How every file of the project is compiled: target ludo_flags.

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "type of build" FORCE)
endif()

set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)

# LUDO_ASSERT is on where NDEBUG is not defined: everywhere but in Release and MinSizeRel
set(CMAKE_C_FLAGS_RELEASE "-O3 -DNDEBUG")
set(CMAKE_C_FLAGS_RELWITHDEBINFO "-O2 -g")
set(CMAKE_C_FLAGS_DEBUG "-g")

add_library(ludo_flags INTERFACE)
target_compile_options(ludo_flags INTERFACE
    -pedantic -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes
    -Wdouble-promotion -Wvla
    # the same bits with every compiler and instruction set: no fused multiply-add
    -ffp-contract=off
    # neither errno nor floating-point traps are used: sqrt becomes one instruction
    -fno-math-errno -fno-trapping-math
    # loops over lanes (math/lanes.h): standard pragmas, no run-time library
    -fopenmp-simd
    # where clang makes none of them vector code, as at -O1, nothing is wrong
    $<$<C_COMPILER_ID:Clang,AppleClang>:-Wno-pass-failed>
    # gcc 12 fuses multiply-add with multiply-subtract in straight-line code whatever it was told
    # (vfmaddsub, where the instruction set has it); the solver is faster without as well
    $<$<C_COMPILER_ID:GNU>:-fno-tree-slp-vectorize>)

if(LUDO_WERROR)
    target_compile_options(ludo_flags INTERFACE -Werror)
endif()

if(LUDO_SANITIZE)
    set(sanitize -fsanitize=${LUDO_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    set(CMAKE_C_FLAGS_DEBUG "-O1 -g1") # lines of traces; more takes minutes to link
    target_compile_options(ludo_flags INTERFACE ${sanitize})
    target_link_options(ludo_flags INTERFACE ${sanitize})
    # one version of each kernel: functions are chosen by instruction set before the thread
    # sanitizer is there to watch it, and several versions of instrumented lanes, each with all its
    # parts, take minutes to compile
    target_compile_definitions(ludo_flags INTERFACE LUDO_NO_DISPATCH)
endif()

if(LUDO_COVERAGE)
    target_compile_options(ludo_flags INTERFACE --coverage -O0)
    target_link_options(ludo_flags INTERFACE --coverage)
endif()

if(LUDO_FUZZ)
    if(NOT CMAKE_C_COMPILER_ID MATCHES "Clang")
        message(FATAL_ERROR "LUDO_FUZZ needs clang: -DCMAKE_C_COMPILER=clang")
    endif()
    target_compile_options(ludo_flags INTERFACE -fsanitize=fuzzer-no-link)
    target_link_options(ludo_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
