/* SPDX-License-Identifier: Apache-2.0
 *
 * Eight numbers as one value: sums of named values keep intermediate results in registers, where
 * loops over lanes (lanes.h) write each of them to memory. Every lane performs the operations of
 * scalar code in the same order: equal bits, for vectors of any width. */
#ifndef LUDO_MATH_VECTOR_H
#define LUDO_MATH_VECTOR_H

#include "math/lanes.h"

/* One number of LANES problems side by side. Parts of kernels take vectors by address: a function
 * that takes or returns them by value would follow rules that depend on the instruction set. */
typedef double vector __attribute__((vector_size(LANES * sizeof(double))));

/* Its bits. */
typedef long long vector_bits __attribute__((vector_size(LANES * sizeof(double))));

/* The same number in all lanes. */
#define VECTOR_OF(x) ((vector){(x), (x), (x), (x), (x), (x), (x), (x)})
#define VECTOR_BITS_OF(x) ((vector_bits){(x), (x), (x), (x), (x), (x), (x), (x)})

/* |a|: the sign bits are cleared. */
#define VECTOR_ABS(a) ((vector)((vector_bits)(a)&VECTOR_BITS_OF(0x7fffffffffffffffLL)))

/* The larger of both becomes the first; NaN if one is NaN. */
LUDO_KERNEL_PART void vector_take_worst(vector *largest, const vector *b)
{
    const vector a = *largest;
    const vector_bits keep = (vector_bits)((*b <= a) | (a != a));
    *largest = (vector)(((vector_bits)a & keep) | ((vector_bits)*b & ~keep));
}

#endif
