/* SPDX-License-Identifier: Apache-2.0
 *
 * Eight numbers as one value: sums of named values keep intermediate results in registers, where
 * loops over lanes (lanes.h) write each of them to memory. Every lane performs the operations of
 * scalar code in the same order: equal bits, for vectors of any width. */
#ifndef LUDO_MATH_VECTOR_H
#define LUDO_MATH_VECTOR_H

#include "math/lanes.h"

#include <string.h>

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

/* The larger of |a|, |b| becomes the first, `largest`, which has no sign; NaN if one is NaN. The
 * order of numbers without a sign is that of their bits as integers, in which NaN is the largest;
 * comparisons of vectors may be compiled lane by lane. */
LUDO_KERNEL_PART void vector_take_worst(vector *largest, const vector *b)
{
    const vector_bits a = (vector_bits)*largest, more = (vector_bits)VECTOR_ABS(*b) - a;
    *largest = (vector)(a + (more & ~(more >> 63)));
}

/* a stays where the mask is -1, and becomes b where it is 0. */
LUDO_KERNEL_PART void vector_select(vector *a, const vector_bits *mask, const vector *b)
{
    *a = (vector)(((vector_bits)*a & *mask) | ((vector_bits)*b & ~*mask));
}

/* Copy vectors. */
LUDO_KERNEL_PART void vector_copy(vector *to, const void *from, int count)
{
    for (int i = 0; i < count; i++) {
        memcpy(&to[i], (const char *)from + (size_t)i * sizeof *to, sizeof *to);
    }
}

#endif
