# SPDX-License-Identifier: Apache-2.0
#
# Compiler flags of the whole project: target ludo_flags.

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "type of build" FORCE)
endif()

set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)

# LUDO_ASSERT is on unless NDEBUG is defined, as in Release and MinSizeRel
set(CMAKE_C_FLAGS_RELEASE "-O3 -DNDEBUG")
set(CMAKE_C_FLAGS_RELWITHDEBINFO "-O2 -g")
set(CMAKE_C_FLAGS_DEBUG "-g")

add_library(ludo_flags INTERFACE)
target_compile_options(ludo_flags INTERFACE
    -pedantic -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes
    -Wdouble-promotion -Wvla
    # no fused multiply-add: every compiler and instruction set gives the same bits
    -ffp-contract=off
    # errno and floating-point traps are not used: sqrt becomes one instruction
    -fno-math-errno -fno-trapping-math
    # pragmas of loops over lanes (math/lanes.h), without a run-time library
    -fopenmp-simd
    # clang warns if it does not vectorise such a loop, as at -O1
    $<$<C_COMPILER_ID:Clang,AppleClang>:-Wno-pass-failed>
    # vectors (math/vector.h) are passed to inlined functions only
    $<$<C_COMPILER_ID:GNU>:-Wno-psabi>
    # gcc 12 emits vfmaddsub in straight-line code in spite of -ffp-contract=off; the solver is
    # also faster without SLP vectorisation
    $<$<C_COMPILER_ID:GNU>:-fno-tree-slp-vectorize>)

# gcc for x86-64 clears and copies structures of 40 bytes to 8 kB by `rep stos` and `rep movs`,
# which are slow to start: short loops and the C library's functions are faster
include(CheckCCompilerFlag)
set(strategy unrolled_loop:64:noalign,libcall:-1:noalign)
check_c_compiler_flag(-mmemset-strategy=${strategy} LUDO_HAS_STRATEGIES)
if(LUDO_HAS_STRATEGIES)
    target_compile_options(ludo_flags INTERFACE -mmemset-strategy=${strategy}
                           -mmemcpy-strategy=${strategy})
endif()

if(LUDO_WERROR)
    target_compile_options(ludo_flags INTERFACE -Werror)
endif()

if(LUDO_SANITIZE)
    set(sanitize -fsanitize=${LUDO_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    set(CMAKE_C_FLAGS_DEBUG "-O1 -g1") # line numbers for traces; full -g takes minutes to link
    target_compile_options(ludo_flags INTERFACE ${sanitize})
    target_link_options(ludo_flags INTERFACE ${sanitize})
    # one version of each kernel: the loader chooses versions before the thread sanitizer starts,
    # and several versions of instrumented kernels take minutes to compile
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
