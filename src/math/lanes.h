/* SPDX-License-Identifier: Apache-2.0
 *
 * SIMD lanes: arrays in blocks of LANES elements, component by component, so that a loop over the
 * lanes of a block is the formula for one element and compiles to vector code of any width.
 *
 * Every lane performs the operations of scalar code in the same order: equal bits. Inside FOR_LANES
 * do not declare a variable whose address is taken; put formulas into inline functions with
 * arguments by value. Lanes beyond the last element must hold numbers that stay finite. */
#ifndef LUDO_MATH_LANES_H
#define LUDO_MATH_LANES_H

#include "math/quat.h"

enum { LANES = 8 };

/* For local variables: vectors that do not straddle cache lines. */
#define LANES_ALIGNED _Alignas(64)

/* Blocks that hold `count` elements. */
static inline int32_t lanes_blocks(int32_t count)
{
    return (count + LANES - 1) / LANES;
}

#define FOR_LANES(l) _Pragma("omp simd") for (int l = 0; l < LANES; l++)

/* The same over the six numbers of a twist or a wrench. */
#define FOR_TWIST(q) _Pragma("omp simd") for (int q = 0; q < 6; q++)

/* A function whose lane loops are compiled once per instruction set; the version is chosen when the
 * program is loaded. All versions give equal bits. */
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__OPTIMIZE__) && !defined(LUDO_NO_DISPATCH)
#define LUDO_CLONES(...) __attribute__((target_clones(__VA_ARGS__, "default")))
#else
#define LUDO_CLONES(...)
#endif
#define LUDO_KERNEL LUDO_CLONES("avx512f", "avx2")

/* For functions with many short loops: clang splits these up, and the recombined code is slower
 * with AVX-512 than with AVX2. */
#if defined(__clang__)
#define LUDO_KERNEL_SHORT LUDO_CLONES("avx2")
#else
#define LUDO_KERNEL_SHORT LUDO_KERNEL
#endif

/* A part of a kernel that must be inlined into every version. Without versions the compiler
 * decides: with a sanitizer, full inlining takes sixteen times as long to compile. */
#if defined(__GNUC__) && !defined(LUDO_NO_DISPATCH)
#define LUDO_KERNEL_PART static inline __attribute__((always_inline))
#else
#define LUDO_KERNEL_PART static inline
#endif

typedef struct lanes1 {
    double at[LANES];
} lanes1;

typedef struct lanes3 {
    double x[LANES], y[LANES], z[LANES];
} lanes3;

typedef struct lanes4 {
    double w[LANES], x[LANES], y[LANES], z[LANES];
} lanes4;

typedef struct lanes6 {
    double at[6][LANES];
} lanes6;

typedef struct lanes9 {
    double m[9][LANES];
} lanes9;

/* Eight numbers per element. The eight of one element, side by side in memory, are its record. */
typedef struct lanes8 {
    double at[LANES][LANES];
} lanes8;

/* From records to lanes, or from lanes to records: the transpose of 8 x 8 numbers. Numbers go from
 * the one order to the other by whole vectors, because vector loads of numbers that were just
 * stored one by one stall. */
LUDO_KERNEL_PART void lanes_transpose(double *restrict to, const double *restrict from)
{
    FOR_LANES(l)
    {
        const double *row = from + LANES * l;
        to[l] = row[0];
        to[LANES + l] = row[1];
        to[2 * LANES + l] = row[2];
        to[3 * LANES + l] = row[3];
        to[4 * LANES + l] = row[4];
        to[5 * LANES + l] = row[5];
        to[6 * LANES + l] = row[6];
        to[7 * LANES + l] = row[7];
    }
}

/* Copy a record as one vector. */
LUDO_KERNEL_PART void lanes_copy(double *to, const double *from)
{
    FOR_LANES(c)
    {
        to[c] = from[c];
    }
}

static inline ludo_vec3 get3(const lanes3 *a, int l)
{
    return v3(a->x[l], a->y[l], a->z[l]);
}

static inline void put3(lanes3 *a, int l, ludo_vec3 v)
{
    a->x[l] = v.x;
    a->y[l] = v.y;
    a->z[l] = v.z;
}

static inline ludo_quat get4(const lanes4 *a, int l)
{
    return (ludo_quat){a->w[l], a->x[l], a->y[l], a->z[l]};
}

static inline void put4(lanes4 *a, int l, ludo_quat q)
{
    a->w[l] = q.w;
    a->x[l] = q.x;
    a->y[l] = q.y;
    a->z[l] = q.z;
}

static inline mat3 get9(const lanes9 *a, int l)
{
    return (mat3){{a->m[0][l], a->m[1][l], a->m[2][l], a->m[3][l], a->m[4][l], a->m[5][l],
                   a->m[6][l], a->m[7][l], a->m[8][l]}};
}

static inline void put9(lanes9 *a, int l, mat3 A)
{
    a->m[0][l] = A.m[0], a->m[1][l] = A.m[1], a->m[2][l] = A.m[2];
    a->m[3][l] = A.m[3], a->m[4][l] = A.m[4], a->m[5][l] = A.m[5];
    a->m[6][l] = A.m[6], a->m[7][l] = A.m[7], a->m[8][l] = A.m[8];
}

#endif
