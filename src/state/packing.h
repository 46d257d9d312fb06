/* SPDX-License-Identifier: Apache-2.0
 *
 * A state at a knot in as few bytes as it needs, to keep many of them.
 *
 * The kept memory has room for the most contacts and for both ends of an interval. A pass goes over
 * the parts that matter at a knot, in one order. It copies them into a row of bytes, or out of it:
 * one function does both, so that they cannot disagree. Where a number decides what follows it
 * passes first. Parts that do not pass are zero, or are never read before they are written. */
#ifndef LUDO_STATE_PACKING_H
#define LUDO_STATE_PACKING_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* A pass over the parts of a state. */
typedef struct packing {
    char *row;       /* the bytes; NULL: they are counted only */
    size_t used;     /* number of bytes passed */
    bool out_of_row; /* the state is read from the row; else written into it */
} packing;

/* Pass `size` bytes of the state. */
static inline void packing_pass(packing *p, void *part, size_t size)
{
    if (p->row != NULL && size > 0) {
        memcpy(p->out_of_row ? part : p->row + p->used, p->out_of_row ? p->row + p->used : part,
               size);
    }
    p->used += size;
}

/* Pass a part that is zero unless `set`. */
static inline void packing_pass_if(packing *p, bool set, void *part, size_t size)
{
    if (set) {
        packing_pass(p, part, size);
    } else if (p->row != NULL && p->out_of_row) {
        memset(part, 0, size);
    }
}

/* Pass `count` elements of an array. */
#define PASS(p, array, count) packing_pass((p), (array), (size_t)(count) * sizeof *(array))
#define PASS_IF(p, set, array, count)                                                              \
    packing_pass_if((p), (set), (array), (size_t)(count) * sizeof *(array))

#endif
